"""Judges refusals of requests that fit the schemas: only the rules of accepted.json, which no schema can express, may refuse them."""

import json
from pathlib import Path

import schemathesis
from schemathesis.specs.openapi.checks import RejectedPositiveData, positive_data_acceptance

ACCEPTED = json.loads(Path(__file__).with_name("accepted.json").read_text())


def is_known(response: schemathesis.Response, operation: str) -> bool:
    """Whether each reason for the refusal, of a field or of the whole request, is a rule of the list."""
    problem = response.json()
    errors = problem.get("errors") or []
    rules = ACCEPTED["rules"]
    if f"{operation} *" in rules:
        return True
    if not errors:
        return problem["code"] in rules or f"{operation} {problem['code']}" in rules
    return all(error["code"] in rules for error in errors)


@schemathesis.check
def refused_by_a_known_rule(ctx: schemathesis.CheckContext, response: schemathesis.Response, case: schemathesis.Case) -> None:
    try:
        positive_data_acceptance(ctx, response, case)
    except RejectedPositiveData:
        # A query may be longer than any server takes.
        if response.status_code == 431 or (response.status_code == 400 and is_known(response, case.operation.label)):
            return
        raise
