# sources.sh - this machine's own package sources, for scripts that make a bare Debian. Sourced, not run.

# Lines of all Debian sources of this machine in either format: URI SUITE COMPONENT...
debian_sources() {
  sed -n -E 's/^deb +(\[[^]]*\] +)?//p' /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null || true
  awk 'function flush() { if (uri != "" && suites != "") { n = split(suites, s, " ")
         for (i = 1; i <= n; i++) print uri, s[i], components } uri = suites = components = "" }
       /^URIs:/ { uri = $2 } /^Suites:/ { sub(/^[^ ]+ +/, ""); suites = $0 }
       /^Components:/ { sub(/^[^ ]+ +/, ""); components = $0 } /^$/ { flush() } FNR == 1 { flush() } END { flush() }' \
    /etc/apt/sources.list.d/*.sources 2>/dev/null || true
}

# The lines that hold Debian itself, not what others sell beside it, for the release `debian` (bookworm).
release_sources() {
  local here
  here=$(. /etc/os-release && echo "$VERSION_CODENAME")
  debian_sources | grep -E "^[^ ]+ $here(-updates|-security)? " | sed -E "s/^([^ ]+) $here/\\1 ${debian:-bookworm}/" | sort -u
}

first_source() { release_sources | awk '$2 !~ /-/ { print $1; exit }'; }

# Write them, with the apt settings that reach them, to FOLDER/sources.list.d/local.list and FOLDER/apt.conf.
copy_sources() { # folder
  mkdir -p "$1/sources.list.d"
  release_sources | sed 's/^/deb /' >"$1/sources.list.d/local.list"
  apt-config dump | grep -E '^Acquire::(http|https|Check)[^ ]* "[^"]' >"$1/apt.conf" || true
}
