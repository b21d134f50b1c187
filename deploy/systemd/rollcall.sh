#!/bin/sh
# /opt/rollcall/rollcall: runs a command with the settings of the service and, if called by root, as its user.
set -eu
root=$(dirname "$(readlink -f "$0")")
node=$(echo "$root"/node_modules/node-linux-*/bin/node)
[ -x "$node" ] || node=node

# Users who may not read the settings of the service can still talk to any service from outside.
settings=/etc/rollcall.env
[ -r "$settings" ] || settings=$root/defaults.env

set -- "$node" --env-file="$root/defaults.env" --env-file="$settings" "$root/node_modules/rollcall/bin/rollcall.js" "$@"
if [ "$(id -u)" = 0 ]; then
  exec setpriv --reuid=rollcall --regid=rollcall --init-groups --inh-caps=-all --no-new-privs -- "$@"
fi
exec "$@"
