#!/bin/sh
# /opt/rollcall/rollcall: runs a command with the settings of the service and, if called by root, as its user.
set -eu
root=$(dirname "$(readlink -f "$0")")
node=$root/node_modules/.bin/node
[ -x "$node" ] || node=node

set -- "$node" --env-file="$root/defaults.env" --env-file-if-exists=/etc/rollcall.env \
  "$root/node_modules/rollcall/bin/rollcall.js" "$@"
if [ "$(id -u)" = 0 ]; then
  exec setpriv --reuid=rollcall --regid=rollcall --init-groups --inh-caps=-all --no-new-privs -- "$@"
fi
exec "$@"
