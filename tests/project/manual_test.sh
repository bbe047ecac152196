# Man pages and completions are those of the options that there are, and shells and readers of man pages take them.
# BUILD_DIR: a build, GRAPHFUZZ: its executable.
set -euo pipefail
manual=${BUILD_DIR:?}/manual
if [[ -n ${SANITIZE:-} || ! -d $manual ]]; then
  echo "no man pages are built here"
  exit 77
fi
pages=$manual/man/man1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() { echo "$*"; exit 1; }

# page_of WORD…: the name of the page of a command, which may have two names.
page_of() { "${GRAPHFUZZ:?}" "$@" --describe-options | sed -n 's/^  "name": "\(.*\)",$/\1/p' | tr ' ' -; }

# agrees PAGE WORD…: the page and the completions have each option of --help. A long option stands once in a table, so
# that looking for each of them in the page of its command is no accident.
agrees() {
  local page=$1 option
  shift
  zcat "$pages/$page.1.gz" >page
  "${GRAPHFUZZ:?}" "$@" --help >help
  grep -oE '^  (-[a-zA-Z],)?--[a-z0-9-]+' help | grep -oE -- '--[a-z0-9-]+' >options
  [[ $(wc -l <options) -ge 2 ]] || fail "graphfuzz $*: expected options in --help"
  while read -r option; do
    grep -qF -- "\\fB${option//-/\\-}\\fR" page || fail "$page.1: no $option"
    for completion in bash-completion/completions/graphfuzz zsh/vendor-completions/_graphfuzz; do
      grep -qF -- "$option" "$manual/$completion" || fail "$completion: no $option"
    done
    grep -qF -- "-l ${option#--} " "$manual/fish/vendor_completions.d/graphfuzz.fish" || fail "fish: no $option"
  done <options
}
agrees graphfuzz
for word in $("$GRAPHFUZZ" --describe-commands); do
  if [[ $word == go ]]; then
    for below in $("$GRAPHFUZZ" go --describe-commands); do agrees "$(page_of go "$below")" go "$below"; done
  else
    agrees "$(page_of "$word")" "$word"
  fi
done
for page in graphfuzz-cc graphfuzz-c++ graphfuzz-go; do
  [[ -f $pages/$page.1.gz ]] || fail "no page $page.1"
done
zcat "$pages/graphfuzz.1.gz" >page
! grep -q 'describe\\-options' page || fail "an option that is not for people has a place in graphfuzz.1"

# What reads man pages has nothing to say.
for page in "$pages"/*.gz; do
  zcat "$page" >page.1
  if type -P man >/dev/null; then
    LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l -Tutf8 -Z page.1 2>warnings >/dev/null || fail "$page: not for man"
    [[ ! -s warnings ]] || { cat warnings; fail "$page: man warns"; }
  fi
  if type -P mandoc >/dev/null; then
    mandoc -Tlint -W warning page.1 >warnings || true
    [[ ! -s warnings ]] || { cat warnings; fail "$page: mandoc warns"; }
  fi
done

# Completion in bash, as the shell does it. completes WANTED WORD…, the last of which is being written.
bash -n "$manual/bash-completion/completions/graphfuzz"
. "$manual/bash-completion/completions/graphfuzz"
compopt() { :; }  # only while a line is edited
completes() {
  local wanted=$1
  shift
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
  _graphfuzz
  [[ "${COMPREPLY[*]}" == "$wanted" ]] || fail "bash: $*: expected $wanted, found ${COMPREPLY[*]}"
}
mkdir pictures
touch SB.litmus
completes compare graphfuzz comp
completes 'build run test' graphfuzz go ''
completes --exhaustive graphfuzz --exh
completes '--timeout --time --timers' graphfuzz go test --tim
completes 'tso tso-bare' graphfuzz --model ts
completes 'sc,rc11 sc,rc11-c20' graphfuzz --model sc,rc
completes 'ra' graphfuzz --model = ra
completes 'gopie gopie+ gopie-hb' graphfuzz --strategy gop
completes 'acq acq_rel' graphfuzz compare --find --orders a
completes pictures graphfuzz --dot p
completes SB.litmus graphfuzz --exhaustive S
completes '' graphfuzz -j ''
completes '' graphfuzz SB.litmus comp

if type -P zsh >/dev/null; then zsh -n "$manual/zsh/vendor-completions/_graphfuzz"; else echo "no zsh"; fi

if type -P fish >/dev/null; then
  file=$manual/fish/vendor_completions.d/graphfuzz.fish
  fish --no-config -n "$file"
  # fish_completes WANTED LINE
  fish_completes() {
    local found
    found=$(fish --no-config -c "source $file; complete -C '$2'" | cut -f 1 | tr '\n' ' ')
    [[ $found == "$1 " ]] || fail "fish: $2: expected $1, found $found"
  }
  fish_completes compare 'graphfuzz comp'
  fish_completes --exhaustive 'graphfuzz --exh'
  fish_completes '--model=sc,rc11 --model=sc,rc11-c20' 'graphfuzz --model=sc,rc'
  fish_completes 'any idle' 'graphfuzz go test --timers '
  fish_completes --find 'graphfuzz compare --fi'
else
  echo "no fish"
fi
echo "$(ls "$pages" | wc -l) man pages"
