"""Loads some days of a Rollcall warehouse with dlt: python rollcall.py 2026-01-01 2026-03-31"""

import copy
import json
import os
import sys
from datetime import date, timedelta
from pathlib import Path

import dlt
from dlt.sources.rest_api import rest_api_source

CONFIG = json.loads(Path(__file__).with_name("rest_api.json").read_text())
WINDOW = timedelta(days=31)


def source(first: date, last: date):
    """The source for some days, at most 31 of them."""
    config = copy.deepcopy(CONFIG)
    config["client"]["base_url"] = os.environ["ROLLCALL_URL"].rstrip("/") + "/"
    config["client"]["auth"]["username"] = os.environ["ROLLCALL_KEY_ID"]
    config["client"]["auth"]["password"] = os.environ["ROLLCALL_KEY_SECRET"]
    for resource in config["resources"]:
        params = resource["endpoint"]["params"]
        if "startDate" in params:
            params.update(startDate=first.isoformat(), endDate=last.isoformat())
    return rest_api_source(config, name="rollcall")


def load(first: date, last: date) -> None:
    pipeline = dlt.pipeline("rollcall_warehouse", destination=os.environ.get("ROLLCALL_DESTINATION", "duckdb"), dataset_name="rollcall")
    daily = [each["name"] for each in CONFIG["resources"] if "startDate" in each["endpoint"]["params"] and each.get("selected", True)]
    directory = [each["name"] for each in CONFIG["resources"] if "startDate" not in each["endpoint"]["params"]]
    print(pipeline.run(source(first, last).with_resources(*directory)))
    while first <= last:
        window_end = min(last, first + WINDOW - timedelta(days=1))
        print(pipeline.run(source(first, window_end).with_resources(*daily)))
        first += WINDOW


if __name__ == "__main__":
    load(date.fromisoformat(sys.argv[1]), date.fromisoformat(sys.argv[2]))
