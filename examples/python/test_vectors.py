"""The published test vectors (packages/contracts), given to what this application believes."""

import json
import os
import sqlite3
import time
import unittest
from base64 import urlsafe_b64decode
from pathlib import Path
from unittest import mock

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

import events
from platform_trust import EventSignatures, Refused, TokenVerifier

contracts = Path(os.environ.get("CONTRACTS", Path(__file__).parent / "../../packages/contracts"))


def read(name: str) -> dict:
    return json.loads((contracts / f"{name}.vectors.json").read_text())


class Vectors(unittest.TestCase):
    def test_access_tokens(self):
        vectors = read("access-tokens")
        verifier = TokenVerifier(vectors["issuer"], "https://platform.example/oauth2/jwks", vectors["audience"])
        published = {"keys": vectors["keys"]}
        with mock.patch.object(verifier._keys, "fetch_data", lambda: published):
            for vector in vectors["tokens"] + vectors["tenants"]:
                with self.subTest(vector["name"]):
                    authorization = f"Bearer {vector['token']}"
                    if vector["result"] == "good":
                        caller = verifier.verify(authorization)
                        self.assertEqual((caller.subject, caller.tenant_id), (vector["subject"], vector["tenantId"]))
                    else:
                        with self.assertRaises(Refused) as refused:
                            verifier.verify(authorization)
                        self.assertEqual(refused.exception.status, 401)

    def test_people(self):
        vectors = read("access-tokens")
        verifier = TokenVerifier(vectors["issuer"], "https://platform.example/oauth2/jwks", vectors["audience"])
        published = {"keys": vectors["keys"]}
        with mock.patch.object(verifier._keys, "fetch_data", lambda: published):
            for vector in vectors["people"]:
                with self.subTest(vector["name"]):
                    authorization = f"Bearer {vector['token']}"
                    verifier.verify(authorization)
                    if vector["result"] == "good":
                        self.assertEqual(verifier.verify_person(authorization).subject, vector["subject"])
                    else:
                        with self.assertRaises(Refused) as refused:
                            verifier.verify_person(authorization)
                        self.assertEqual(refused.exception.status, 403)

    def test_signatures(self):
        vectors = read("events")
        verifier = EventSignatures("https://platform.example/api/bpm/v1/event-keys")
        verifier._keys = [Ed25519PublicKey.from_public_bytes(urlsafe_b64decode(key["x"] + "==")) for key in vectors["keys"]]
        verifier._read_at = time.monotonic()
        with mock.patch("time.time", lambda: vectors["nowSeconds"]):
            for vector in vectors["signatures"]:
                with self.subTest(vector["name"]):
                    body = vector["body"].encode()
                    if vector["result"] == "good":
                        self.assertEqual(verifier.verify(vector, body), vector["webhook-id"])
                    else:
                        with self.assertRaises(Refused) as refused:
                            verifier.verify(vector, body)
                        self.assertEqual(refused.exception.status, 401)

    def test_sequences(self):
        for vector in read("events")["sequences"]:
            with self.subTest(vector["name"]):
                database = sqlite3.connect(":memory:", isolation_level=None)
                database.execute(events.TABLES)
                applied = []
                for delivery in vector["deliveries"]:
                    event = {"tenantId": "t", "instanceId": "i", **delivery}
                    try:
                        status, answer = events.apply_once(
                            database, event, lambda _, event: applied.append(event["sequence"])
                        )
                    except Refused as refused:
                        status, answer = refused.status, {}
                    self.assertEqual((status, answer.get("expected")), (delivery["status"], delivery.get("expected")))
                self.assertEqual(applied, vector["applied"])


if __name__ == "__main__":
    unittest.main()
