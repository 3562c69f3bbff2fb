#!/bin/sh
# make.sh [FILE...]: compiles kernels of ../kernels into the files of INDEX.tsv, all or those named, with
# NVIDIA's compiler (NVCC, else nvcc in PATH; 12.4 made those that are kept). Tests never need it.
#
#   ./make.sh cxx/02_lambda_ok.ptx
#
# The sizes of the launch, in the source's first lines, come first; names of files are without folders.
set -eu
cd "$(dirname "$0")"
nvcc=$(command -v "${NVCC:-nvcc}") || { echo "make.sh: no nvcc; set NVCC" >&2; exit 1; }
tail -n +2 INDEX.tsv | while IFS="$(printf '\t')" read -r file source options _; do
  [ $# -eq 0 ] || case " $* " in *" $file "*) ;; *) continue ;; esac
  mkdir -p "$(dirname "$file")"
  to=$PWD/$file
  case "$options" in *-arch=*) arch= ;; *) arch=-arch=sm_80 ;; esac
  # shellcheck disable=SC2086
  (cd "../kernels/$(dirname "$source")" && "$nvcc" -ptx -std=c++17 $arch -w $options "$(basename "$source")" -o "$to.new")
  { grep '^//' "../kernels/$source" | grep -e '--blockDim' | head -1; sed -e '/^\t\.section/,$d' -e 's|\(\.file[[:space:]]*[0-9]*[[:space:]]*"\)[^"]*/|\1|' "$to.new"; } > "$file"
  rm "$to.new"
done
