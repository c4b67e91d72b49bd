"""What the application makes of events, of the bodies of its people, and of a platform that is away."""

import os
import tempfile
import unittest
import uuid
from contextlib import closing
from unittest import mock

import jwt

import platform_trust

folder = tempfile.TemporaryDirectory()
os.environ["DATABASE"] = f"{folder.name}/expenses.sqlite"
import main  # noqa: E402, it opens its database


def junk(kid: str) -> str:
    return "Bearer " + jwt.encode({}, "x" * 32, headers={"kid": kid, "typ": "at+jwt"})


class Main(unittest.TestCase):
    def test_an_expense_is_what_its_approval_is_after_the_event(self):
        expense_id = str(uuid.uuid4())
        with closing(main.connect()) as database:
            database.execute("insert into expenses values (?, 't', 'o', 1, 'r', 'DRAFT')", (expense_id,))
            for kind, status, expected in [
                ("instance.started", "RUNNING", "SUBMITTED"),
                ("instance.returned", "RETURNED", "RETURNED"),
                ("instance.resubmitted", "RUNNING", "SUBMITTED"),
                ("instance.approved", "APPROVED", "APPROVED"),
                ("instance.restored", "RUNNING", "SUBMITTED"),
                ("instance.restored", "RETURNED", "RETURNED"),
                ("task.created", "UNHEARD_OF", "RETURNED"),
            ]:
                with self.subTest(kind, status=status):
                    main.apply(database, {"tenantId": "t", "bizId": expense_id, "type": kind, "status": status})
                    found = database.execute("select status from expenses where id = ?", (expense_id,)).fetchone()
                    self.assertEqual(found, (expected,))

    def test_what_is_no_expense_is_refused(self):
        caller = platform_trust.Caller("o", "t", {})
        good = {"amount": 20, "reason": "Trade fair"}
        bodies = [[], None, 1, {}, {"amount": 20}, good | {"amount": "20"}, good | {"amount": True}]
        bodies += [good | {"amount": 2**63}, good | {"reason": 1}, good | {"reason": "\ud800"}, good | {"reason": " "}]
        with mock.patch.object(main.people, "verify_person", lambda _: caller):
            for body in bodies:
                with self.subTest(str(body)):
                    self.assertEqual(main.app.test_client().post("/expenses", json=body).status_code, 400)
            answer = main.app.test_client().post("/expenses", data="{", content_type="application/json")
        self.assertEqual(answer.status_code, 400)
        self.assertEqual(main.read_expense(good), (20, "Trade fair"))

    def test_an_expense_stays_a_draft_when_the_platform_does_not_answer(self):
        caller = platform_trust.Caller("o", "t", {})
        away = main.requests.ConnectionError()
        with mock.patch.object(main.people, "verify_person", lambda _: caller):
            with mock.patch.object(main.requests, "post", side_effect=away):
                answer = main.app.test_client().post("/expenses", json={"amount": 20, "reason": "Trade fair"})
        self.assertEqual(answer.status_code, 502)

    def test_a_platform_that_is_away_is_not_asked_for_each_token(self):
        verifier = platform_trust.TokenVerifier("https://platform.example", "https://platform.example/keys", "a")
        for away in (jwt.PyJWKClientConnectionError(), ConnectionResetError(), ValueError("no JSON")):
            verifier._keys._failed_at = float("-inf")
            with self.subTest(repr(away)), mock.patch.object(jwt.PyJWKClient, "fetch_data", side_effect=away) as asked:
                for number in range(5):
                    with self.assertRaises(platform_trust.Refused) as refused:
                        verifier.verify(junk(str(number)))
                    self.assertEqual(refused.exception.status, 503)
                self.assertEqual(asked.call_count, 1)

    def test_who_has_a_known_key_waits_for_nobody(self):
        keys = platform_trust.PublishedKeys("https://platform.example/keys")
        known = {"kty": "oct", "k": "eHh4", "kid": "known", "alg": "HS256"}
        keys.jwk_set_cache.put({"keys": [known]})
        # As a thread that reads the keys for somebody else holds it.
        with mock.patch.object(keys, "_client_lock", None):
            self.assertEqual(keys.get_signing_key("known").key_id, "known")


if __name__ == "__main__":
    unittest.main()
