"""What is believed of what the platform sends: tokens (RFC 9068) and signed events (Standard Webhooks)."""

import base64
import threading
import time
from dataclasses import dataclass

import jwt
import requests
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


class Refused(Exception):
    """A request that is not believed; its status says why."""

    def __init__(self, status: int, reason: str):
        super().__init__(reason)
        self.status = status


_TEXTS = ("sub", "jti", "client_id", "tenant_id")


@dataclass(frozen=True)
class Caller:
    subject: str
    tenant_id: str
    claims: dict


class PublishedKeys(jwt.PyJWKClient):
    """
    Keys are kept for five minutes, and an unknown `kid` asks for them anew: but not more often than every five
    seconds, whether that succeeded or not, and who has a known one waits for nobody. Junk would block all threads.
    """

    _pause_seconds = 5

    def __init__(self, url: str):
        super().__init__(url, lifespan=300, timeout=5, cooldown_duration=self._pause_seconds)
        self._failed_at = float("-inf")

    def get_signing_key(self, kid: str) -> jwt.PyJWK:
        kept = self.jwk_set_cache.get()
        return (kept and self.match_kid(kept.keys, kid)) or super().get_signing_key(kid)

    def fetch_data(self) -> object:
        if time.monotonic() - self._failed_at < self._pause_seconds:
            raise jwt.PyJWKClientConnectionError("they could not be read a moment ago")
        try:
            return super().fetch_data()
        except (jwt.PyJWTError, OSError, ValueError) as error:
            self._failed_at = time.monotonic()
            raise jwt.PyJWKClientConnectionError("they cannot be read") from error


class TokenVerifier:
    """Verifies access tokens of one issuer by its published keys, strictly, without a call for each."""

    def __init__(self, issuer: str, jwks_url: str, audience: str):
        self._issuer = issuer
        self._audience = audience
        self._keys = PublishedKeys(jwks_url)

    def verify(self, authorization: str | None) -> Caller:
        scheme, _, token = (authorization or "").partition(" ")
        if scheme.lower() != "bearer" or token == "":
            raise Refused(401, "a bearer token is needed")
        try:
            header = jwt.get_unverified_header(token)
            # What another type names is none (RFC 9068 section 4). ID tokens say JWT, as do access tokens of
            # clients that ask for it: the audience and `client_id` tell those apart.
            if str(header.get("typ", "")).lower() not in ("at+jwt", "application/at+jwt", "jwt"):
                raise Refused(401, "not an access token")
            claims = jwt.decode(
                token,
                self._keys.get_signing_key_from_jwt(token).key,
                algorithms=["RS256"],
                issuer=self._issuer,
                audience=self._audience,
                leeway=5,
                options={"require": ["exp", "iat", "iss", "aud", "sub", "jti", "client_id", "tenant_id"]},
            )
        except jwt.PyJWKClientConnectionError as error:
            raise Refused(503, "the keys cannot be read") from error
        except jwt.PyJWTError as error:
            raise Refused(401, "the token is not good") from error
        if any(not isinstance(claims[name], str) or claims[name] == "" for name in _TEXTS):
            raise Refused(401, "the token lacks claims")
        # Bound to a key (RFC 9449) or a certificate, which only its holder proves: stolen, it is worth nothing.
        if "cnf" in claims:
            raise Refused(401, "a bound token is no bearer token")
        return Caller(claims["sub"], claims["tenant_id"], claims)

    def verify_person(self, authorization: str | None) -> Caller:
        """A token of a person who acts themselves: no service, and no agent in their name (RFC 8693 section 4.1)."""
        caller = self.verify(authorization)
        if caller.claims.get("grant_type") != "authorization_code" or "act" in caller.claims:
            raise Refused(403, "a person has to do this themselves")
        return caller

    def verify_workflow(self, authorization: str | None, client_id: str) -> Caller:
        """A token of the workflow service, which alone delivers events."""
        caller = self.verify(authorization)
        by_client = caller.claims.get("grant_type") == "client_credentials"
        if not by_client or caller.claims["client_id"] != client_id:
            raise Refused(403, "not the workflow service")
        if "bpm.events" not in caller.claims.get("scope", "").split(" "):
            raise Refused(403, "the scope bpm.events is lacking")
        return caller


class EventSignatures:
    """Verifies the signature of an event: `v1a`, Ed25519 over `<id>.<timestamp>.<body as it came>`."""

    _fresh_seconds = 300
    _tolerance_seconds = 300

    def __init__(self, keys_url: str):
        self._keys_url = keys_url
        self._lock = threading.Lock()
        self._read_at = float("-inf")
        self._keys: list[Ed25519PublicKey] = []

    def verify(self, headers, body: bytes) -> str:
        """Answers the id that was signed; it has to be the `eventId` of the body."""
        event_id = headers.get("webhook-id", "")
        timestamp = headers.get("webhook-timestamp", "")
        parts = [part[4:] for part in headers.get("webhook-signature", "").split(" ") if part.startswith("v1a,")]
        if not (event_id and timestamp.isascii() and timestamp.isdigit() and parts):
            raise Refused(401, "the event is not signed")
        if abs(time.time() - int(timestamp)) > self._tolerance_seconds:
            raise Refused(401, "the event was signed too long ago")
        message = f"{event_id}.{timestamp}.".encode() + body
        # Signed by a key that was published a moment ago, perhaps: ask once more.
        for newer_than_seconds in (self._fresh_seconds, 5):
            for key in self._published(newer_than_seconds):
                if any(_is_signed(key, part, message) for part in parts):
                    return event_id
        raise Refused(401, "the signature of the event is wrong")

    def _published(self, newer_than_seconds: float) -> list[Ed25519PublicKey]:
        with self._lock:
            if time.monotonic() - self._read_at > newer_than_seconds:
                try:
                    answer = requests.get(self._keys_url, timeout=5, allow_redirects=False)
                    answer.raise_for_status()
                    self._keys = [
                        Ed25519PublicKey.from_public_bytes(base64.urlsafe_b64decode(key["x"] + "=="))
                        for key in answer.json()["keys"]
                        if key.get("kty") == "OKP" and key.get("crv") == "Ed25519"
                    ]
                    self._read_at = time.monotonic()
                except (requests.RequestException, ValueError, KeyError) as error:
                    # Older keys go on serving while the platform is away.
                    if not self._keys:
                        raise Refused(503, "the event keys cannot be read") from error
            return self._keys


def _is_signed(key: Ed25519PublicKey, signature: str, message: bytes) -> bool:
    try:
        key.verify(base64.b64decode(signature, validate=True), message)
        return True
    except (InvalidSignature, ValueError):
        return False
