package scatter

// PlacesWithin is Places with another limit of work: with a small one few iterations are enough to be too many.
var PlacesWithin = placesWithin
