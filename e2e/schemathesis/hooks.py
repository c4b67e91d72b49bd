"""What Schemathesis cannot read from the documents: who asks, and what no schema can say."""

import json
import os
import re
import urllib.parse
import urllib.request

import schemathesis
from schemathesis.openapi.checks import RejectedPositiveData, UnsupportedMethodResponse

# Refusals (400) of a value that its schema allows, by the code of the fault. Each is a rule that JSON
# Schema has no word for.
BEYOND_SCHEMA = {
    "inexact_number": "an integer that a double cannot hold exactly, which 1e300 is to JSON Schema",
    "out_of_range": "a part of an upload beyond the size that was announced for this one",
    "one_of": "which of two members, or of two pairs of parameters",
    "repeated": "two entries of a list about the same",
    "origin": "an origin as a browser writes it, which a pattern comes close to",
    "period": "how far two moments are from each other",
    "time_zone": "a name that the database of time zones has",
    "missing_column": "the header line of a CSV file",
    "unknown_column": "the header line of a CSV file",
    "reserved_member": "a member named __proto__ or the like, at any depth of free values",
}

# What PostgreSQL cannot keep, as said by packages/service-kit/src/api/storable.ts.
UNSTORABLE = "must not contain NUL or half of a surrogate pair"

# Only the service makes them: one that is drawn is none.
CURSORS = ("/query/cursor", "/cursor")

DEFINITIONS = "/api/bpm/v1/definitions"
LONG_POLL = "/internal/v1/iam/security-events/{streamId}"

# Bytes of a file, as tus and the IETF draft name them.
schemathesis.serializer.alias(
    ["application/offset+octet-stream", "application/partial-upload"], "application/octet-stream"
)
UPLOADS = ("/api/dms/uploads", "/api/dms/uploads/{id}")


@schemathesis.auth(refresh_interval=120)
class Token:
    """Asks the test for a token, and again where one has ended."""

    def get(self, case, context):
        with urllib.request.urlopen(os.environ["TOKEN_URL"], timeout=30) as answer:
            return answer.read().decode()

    def set(self, case, data, context):
        case.headers = case.headers or {}
        case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Trees of processes are drawn from their smallest step: of all steps within steps it takes minutes."""
    for path, item in raw_schema["paths"].items():
        if path.startswith(DEFINITIONS):
            for operation in item.values():
                shrink_tree(operation.get("requestBody"))


def shrink_tree(body):
    tree = body and body["content"]["application/json"]["schema"]["properties"].get("tree")
    if tree:
        tree["properties"]["steps"].update(items={"$ref": "#/components/schemas/CopyStep"}, maxItems=2)


@schemathesis.hook
def before_call(context, case, kwargs):
    """A long poll is not waited for: the document says how to ask for an answer at once."""
    if case.operation.path == LONG_POLL and isinstance(case.body, dict):
        # What is no boolean is left as it is, to be refused.
        if case.body.get("returnImmediately", False) is False:
            case.body["returnImmediately"] = True


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Keeps every failure but a refusal of what no schema can rule out."""
    if isinstance(failure, UnsupportedMethodResponse) and is_another_operation(case):
        return False
    is_positive = isinstance(failure, RejectedPositiveData)
    if is_positive and response.status_code == 415 and case.operation.path in UPLOADS:
        # The header fields of one protocol with the type of the other's body.
        return False
    if response.status_code != 400:
        return True
    faults = json.loads(response.content).get("errors", [])
    if is_positive:
        return not faults or not all(is_beyond_schema(fault) for fault in faults)
    return True


def is_another_operation(case):
    """GET /uploads/initiate is a GET of /uploads/{id}, for the parameters of a path may be any word."""
    address = urllib.parse.urlsplit(case.as_transport_kwargs()["url"]).path
    return any(
        case.method.lower() in item and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", path), address)
        for path, item in case.operation.schema.raw_schema["paths"].items()
    )


def is_beyond_schema(fault):
    # An upload is begun with the header fields of tus or with those of the IETF draft.
    is_other_protocol = fault["code"] == "required" and fault["pointer"].startswith("/headers/upload-")
    is_beyond_text = fault["pointer"] in CURSORS or fault["detail"] == UNSTORABLE
    return is_other_protocol or is_beyond_text or fault["code"] in BEYOND_SCHEMA
