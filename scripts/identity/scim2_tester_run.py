"""Runs all checks of scim2-tester against an address and prints their results as JSON."""

import json
import sys

from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

from httpx2 import Client

address, token = sys.argv[1:]
client = SyncSCIMClient(Client(base_url=address, headers={"Authorization": f"Bearer {token}"}))
results = check_server(client)
print(json.dumps([{"status": each.status.name, "title": each.title, "reason": each.reason} for each in results]))
