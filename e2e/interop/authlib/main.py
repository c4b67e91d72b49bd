"""Authlib's client for Flask, as an application of the platform; settings come in INTEROP as JSON."""

import json
import logging
import os
import secrets
from urllib.parse import urlsplit

# The library's own switch for a local platform, which speaks plain http.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

from authlib.integrations.base_client import OAuthError  # noqa: E402
from authlib.integrations.flask_client import OAuth  # noqa: E402
from authlib.integrations.flask_oauth2 import ResourceProtector, current_token  # noqa: E402
from authlib.integrations.requests_client import OAuth2Session  # noqa: E402
from authlib.oauth2.rfc9068 import JWTBearerTokenValidator  # noqa: E402
from flask import Flask, redirect, request, session  # noqa: E402
from joserfc.jwk import KeySet  # noqa: E402

settings = json.loads(os.environ["INTEROP"])
issuer = settings["issuer"]
app = Flask(__name__)
app.secret_key = secrets.token_bytes(32)
oauth = OAuth(app)
# Tokens by the key in the session's cookie: they are too long for the cookie itself.
held = {}


def update_token(token, **_replaced):
    held[session["key"]].update(token)


iam = oauth.register(
    name="iam",
    client_id=settings["clientId"],
    server_metadata_url=f"{issuer}/.well-known/openid-configuration",
    client_kwargs={
        "scope": settings["scope"],
        "code_challenge_method": "S256",
        "token_endpoint_auth_method": "none",
    },
    update_token=update_token,
)


class AccessTokens(JWTBearerTokenValidator):
    """Access tokens after RFC 9068; which keys there are is the application's to say."""

    def get_jwks(self):
        return KeySet.import_key_set(iam.fetch_jwk_set(force=True))


protect = ResourceProtector()
protect.register_token_validator(AccessTokens(issuer=issuer, resource_server=issuer))


@app.errorhandler(OAuthError)
def refused(error):
    return {"error": error.error}


@app.get("/issuer")
def discovered():
    return {"issuer": iam.load_server_metadata()["issuer"]}


@app.get("/login")
def login():
    return iam.authorize_redirect(settings["redirectUri"])


@app.get("/callback")
def callback():
    token = iam.authorize_access_token()
    session["key"] = secrets.token_urlsafe()
    held[session["key"]] = token
    return redirect("/me")


@app.get("/me")
def me():
    token = held[session["key"]]
    return {
        "subject": token["userinfo"]["sub"],
        "idToken": token["id_token"],
        "refreshToken": token["refresh_token"],
    }


@app.get("/userinfo")
def userinfo():
    return iam.userinfo(token=held[session["key"]])


@app.get("/refresh")
def refresh():
    token = held[session["key"]]
    # The library refreshes before a request whose token has expired.
    iam.get(f"{issuer}/userinfo", token={**token, "expires_at": 1})
    return {"accessToken": token["access_token"]}


@app.get("/revoke")
def revoke():
    client = OAuth2Session(settings["clientId"], revocation_endpoint_auth_method="none")
    endpoint = iam.load_server_metadata()["revocation_endpoint"]
    response = client.revoke_token(endpoint, held[session["key"]]["refresh_token"])
    response.raise_for_status()
    return {}


@app.get("/sign-out")
def sign_out():
    token = held[session["key"]]
    return iam.logout_redirect(settings["postLogoutRedirectUri"], token["id_token"])


@app.get("/service")
def service():
    client = OAuth2Session(
        settings["serviceId"],
        settings["serviceSecret"],
        token_endpoint_auth_method=f"client_secret_{request.args['method']}",
        scope=settings["serviceScope"],
    )
    endpoint = iam.load_server_metadata()["token_endpoint"]
    token = client.fetch_token(endpoint, grant_type="client_credentials")
    return {"accessToken": token["access_token"]}


@app.get("/resource")
@protect()
def resource():
    return {"subject": current_token["sub"]}


logging.getLogger("werkzeug").setLevel(logging.ERROR)
address = urlsplit(settings["origin"])
app.run(host=address.hostname, port=address.port)
