# proxies.sh - the proxies as deploy/ configures them, in front of instances on this machine. Sourced after script.sh.

# They set public, and HAProxy also inside: their ports.
start_haproxy() { # ports of three instances, configuration
  public=$(free_ports 2) inside=$((public + 1))
  start proxy env "DDZD1=127.0.0.1:$1" "DDZD2=127.0.0.1:$2" "DDZD3=127.0.0.1:$3" "PUBLIC=127.0.0.1:$public" \
    "INSIDE=127.0.0.1:$inside" haproxy -f "${4:-deploy/haproxy/haproxy.cfg}"
  await haproxy 60 proxy_sees_all
}
start_nginx() { # ports of three instances, more changes for sed
  public=$(free_ports 1)
  sed -e "s/ddzd1:8080/127.0.0.1:$1/; s/ddzd2:8080/127.0.0.1:$2/; s/ddzd3:8080/127.0.0.1:$3/" \
    -e "s/listen 8080/listen 127.0.0.1:$public/; s#/run/nginx.pid#$dir/nginx.pid#" -e "${4:-}" \
    deploy/nginx/nginx.conf >"$dir/nginx.conf"
  start proxy nginx -p "$dir" -c "$dir/nginx.conf" -e stderr -g 'daemon off;'
  await nginx 60 accepts "$public"
}

haproxy_says() { curl -s --max-time 3 "http://127.0.0.1:$inside/;csv"; }
# UP, DOWN or NOLB (leaving), as HAProxy sees instance 1, 2 or 3.
seen() { haproxy_says | awk -F, -v server="ddzd$1" '$1 == "quick" && $2 == server { print $18 }'; }
seen_up() { [ "$(seen "$1")" = UP ]; }
proxy_sees_all() { seen_up 1 && seen_up 2 && seen_up 3; }
