"""
A business application in Python: its people file expenses, the platform has them approved.

Settings: PLATFORM_URL, ORIGIN (where the platform reaches this program), BIZ_TYPE, DATABASE, PORT.
"""

import os
import sqlite3
import uuid
from contextlib import closing

import requests
from flask import Flask, jsonify, request
from waitress import serve

import events
from platform_trust import EventSignatures, Refused, TokenVerifier

platform = os.environ.get("PLATFORM_URL", "http://localhost:8080")
port = int(os.environ.get("PORT", "8090"))
origin = os.environ.get("ORIGIN", f"http://localhost:{port}")
biz_type = os.environ.get("BIZ_TYPE", "expense-python")
database_path = os.environ.get("DATABASE", "expenses.sqlite")

people = TokenVerifier(platform, f"{platform}/oauth2/jwks", audience=platform)
# A token of a delivery names its receiver in `aud`: one for another application is refused here.
workflow = TokenVerifier(platform, f"{platform}/oauth2/jwks", audience=origin)
signatures = EventSignatures(f"{platform}/api/bpm/v1/event-keys")

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 1024 * 1024


def connect() -> sqlite3.Connection:
    # Transactions begin and end where the program says so.
    database = sqlite3.connect(database_path, isolation_level=None, timeout=30)
    database.execute("pragma journal_mode = wal")
    return database


with closing(connect()) as setup:
    setup.execute(events.TABLES)
    setup.execute(
        "create table if not exists expenses ("
        " id text primary key, tenant_id text not null, owner_id text not null,"
        " amount integer not null, reason text not null, status text not null)"
    )


@app.errorhandler(Refused)
def refuse(refused: Refused):
    return jsonify(title=str(refused), status=refused.status), refused.status


@app.post("/expenses")
def file_expense():
    """Stores the expense first, then has it approved, in the name and with the right of its owner."""
    authorization = request.headers.get("authorization")
    caller = people.verify_person(authorization)
    amount, reason = read_expense(request.get_json(silent=True))
    expense_id = str(uuid.uuid4())
    with closing(connect()) as database:
        database.execute(
            "insert into expenses values (?, ?, ?, ?, ?, 'DRAFT')",
            (expense_id, caller.tenant_id, caller.subject, amount, reason),
        )
    return start_approval(authorization, expense_id)


def read_expense(body) -> tuple[int, str]:
    try:
        amount, reason = body["amount"], body["reason"]
        # Whole, and exact in JSON of any language. JSON can hold half of a letter, which cannot be stored.
        is_expense = type(amount) is int and abs(amount) < 2**53 and reason.strip().encode() != b""
    except (TypeError, KeyError, AttributeError, UnicodeEncodeError):
        is_expense = False
    if not is_expense:
        raise Refused(400, "the body is not an expense")
    return amount, reason


@app.post("/expenses/<expense_id>/approval")
def ask_again(expense_id: str):
    """The same once more, when no answer came: the key makes it one approval."""
    authorization = request.headers.get("authorization")
    find_expense(people.verify_person(authorization), expense_id)
    return start_approval(authorization, expense_id)


def start_approval(authorization: str | None, expense_id: str):
    _, amount, reason = find_expense(people.verify_person(authorization), expense_id)
    try:
        answer = requests.post(
            f"{platform}/api/bpm/v1/process-instances",
            headers={"authorization": authorization or ""},
            json={
                "bizType": biz_type,
                "bizId": expense_id,
                "title": reason,
                "variables": {"amount": amount, "reason": reason},
                "idempotencyKey": f"expense-{expense_id}",
            },
            timeout=10,
        )
        approval = answer.json()
    except requests.RequestException as error:
        raise Refused(502, "the platform does not answer: ask again") from error
    return jsonify(id=expense_id, approval=approval), 201 if answer.ok else answer.status_code


@app.get("/expenses/<expense_id>")
def show_expense(expense_id: str):
    status, amount, reason = find_expense(people.verify_person(request.headers.get("authorization")), expense_id)
    return jsonify(id=expense_id, amount=amount, reason=reason, status=status)


def find_expense(caller, expense_id: str) -> tuple[str, int, str]:
    """Of the tenant in the token and of nowhere else; what is another's does not exist."""
    with closing(connect()) as database:
        row = database.execute(
            "select status, amount, reason from expenses where tenant_id = ? and id = ? and owner_id = ?",
            (caller.tenant_id, expense_id, caller.subject),
        ).fetchone()
    if row is None:
        raise Refused(404, "there is no such expense")
    return row


# By what the approval is after an event, of whatever type: one that came back is submitted again, and one that the
# platform was restored to (`instance.restored`) may be what it was long before.
outcomes = {
    "RUNNING": "SUBMITTED",
    "SUSPENDED": "SUBMITTED",
    "RETURNED": "RETURNED",
    "APPROVED": "APPROVED",
    "REJECTED": "REJECTED",
    "WITHDRAWN": "WITHDRAWN",
    "TERMINATED": "TERMINATED",
}


def apply(database: sqlite3.Connection, event: dict) -> None:
    # More states may come: what says nothing about the expense changes nothing.
    status = outcomes.get(event["status"])
    if status is not None:
        database.execute(
            "update expenses set status = ? where tenant_id = ? and id = ?",
            (status, event["tenantId"], event["bizId"]),
        )


@app.post("/internal/bpm-events")
def receive_event():
    # The token first, before a byte of the body is read.
    caller = workflow.verify_workflow(request.headers.get("authorization"), "countersign-workflow")
    body = request.get_data(cache=False)
    signed_id = signatures.verify(request.headers, body)
    event = events.parse(body, caller.tenant_id, {biz_type}, signed_id)
    with closing(connect()) as database:
        status, answer = events.apply_once(database, event, apply)
    return jsonify(answer), status


if __name__ == "__main__":
    serve(app, host="127.0.0.1", port=port, threads=8, channel_timeout=20)
