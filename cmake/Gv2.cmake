# gv2_verify(TARGET [STRICT] [OPTIONS ...])
#
# Adds the test TARGET.gv2, which verifies the CUDA sources of a target with the target's include folders and macros. It
# fails if gv2 refutes a kernel, and with STRICT also if something stays undecided. OPTIONS are further flags of gv2 verify.
#
#   include(Gv2)
#   add_library(kernels reduce.cu scan.cu)
#   gv2_verify(kernels OPTIONS --block-dim-default 256)
find_program(GV2 gv2 DOC "the verifier of CUDA kernels")

function(gv2_verify target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "STRICT" "" "OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "gv2_verify(${target}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT GV2)
    message(WARNING "gv2_verify(${target}): gv2 is not found; set GV2 to its path")
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  set(files)
  foreach(source IN LISTS sources)
    if(source MATCHES "\\.cuh?$")
      get_filename_component(source "${source}" ABSOLUTE BASE_DIR "${folder}")
      if(source MATCHES "\\.cu$")
        list(APPEND files "${source}")
      endif()
    endif()
  endforeach()
  if(NOT files)
    message(FATAL_ERROR "gv2_verify(${target}): the target has no .cu file")
  endif()
  set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(macros "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  add_test(
    NAME ${target}.gv2
    COMMAND
      "${GV2}" verify "$<$<BOOL:${includes}>:--include=$<JOIN:${includes},;--include=>>"
      "$<$<BOOL:${macros}>:--define=$<JOIN:${macros},;--define=>>" ${arg_OPTIONS} ${files}
    COMMAND_EXPAND_LISTS)
  if(NOT arg_STRICT) # 2: something is undecided
    set_tests_properties(${target}.gv2 PROPERTIES SKIP_RETURN_CODE 2)
  endif()
endfunction()
