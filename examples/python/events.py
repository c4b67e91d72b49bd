"""Applies each event exactly once and in order, in the application's own transaction."""

import json
import sqlite3
from collections.abc import Callable

from platform_trust import Refused

TABLES = """
create table if not exists workflow_event_positions (
  tenant_id text not null,
  instance_id text not null,
  last_sequence integer not null,
  last_event_id text not null,
  primary key (tenant_id, instance_id)
)"""

Apply = Callable[[sqlite3.Connection, dict], None]


def parse(body: bytes, tenant_id: str, biz_types: set[str], signed_id: str) -> dict:
    try:
        event = json.loads(body)
        is_event = (
            isinstance(event["eventId"], str)
            and isinstance(event["instanceId"], str)
            and isinstance(event["type"], str)
            and isinstance(event["status"], str)
            and type(event["sequence"]) is int
            and event["sequence"] > 0
        )
    except (ValueError, KeyError, TypeError):
        is_event = False
    if not is_event:
        raise Refused(400, "the body is not a workflow event")
    if event["eventId"] != signed_id:
        raise Refused(401, "another event was signed")
    if event.get("tenantId") != tenant_id:
        raise Refused(403, "the token is for another tenant")
    if event.get("bizType") not in biz_types:
        raise Refused(403, "the event is about a type that is not ours")
    return event


def apply_once(database: sqlite3.Connection, event: dict, apply: Apply) -> tuple[int, dict]:
    """
    The status and body to answer. The change and its mark are one transaction: what is answered 200 is
    stored, and what is not comes again.
    """
    # The lock is taken at once, so that two deliveries of one instance wait for each other. In a
    # database with locks of rows, lock the row of the instance instead (`select … for update`).
    database.execute("begin immediate")
    try:
        answer = _apply_in_order(database, event, apply)
        database.commit()
        return answer
    except BaseException:
        database.rollback()
        raise


def _apply_in_order(database: sqlite3.Connection, event: dict, apply: Apply) -> tuple[int, dict]:
    key = (event["tenantId"], event["instanceId"])
    row = database.execute(
        "select last_sequence, last_event_id from workflow_event_positions where tenant_id = ? and instance_id = ?",
        key,
    ).fetchone()
    last, last_id = row or (0, "")
    sequence = event["sequence"]
    if sequence == last and event["eventId"] != last_id:
        raise Refused(422, "this number was used for another event")
    if sequence <= last:
        return 200, {"applied": False}
    if sequence > last + 1:
        # Delivery goes back to the one that is missing.
        return 409, {"expected": last + 1}
    apply(database, event)
    database.execute(
        "insert into workflow_event_positions values (?, ?, ?, ?)"
        " on conflict (tenant_id, instance_id)"
        " do update set last_sequence = excluded.last_sequence, last_event_id = excluded.last_event_id",
        (*key, sequence, event["eventId"]),
    )
    return 200, {"applied": True}
