// Go's usual pair, go-oidc and golang.org/x/oauth2, as a client of the platform: answers each JSON
// line of standard input with one.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

type values map[string]any

func (v values) text(name string) string {
	text, _ := v[name].(string)
	return text
}

// What discovery tells beside the endpoints that the library knows.
type extra struct {
	Revocation string `json:"revocation_endpoint"`
	EndSession string `json:"end_session_endpoint"`
}

type client struct {
	settings values
	provider *oidc.Provider
	extra    extra
	config   oauth2.Config
	verifier string
	state    string
	nonce    string
}

var steps = map[string]func(*client, context.Context, values) (values, error){
	"discover":          (*client).discover,
	"authorize":         (*client).authorize,
	"callback":          (*client).callback,
	"userinfo":          (*client).userinfo,
	"refresh":           (*client).refresh,
	"clientCredentials": (*client).clientCredentials,
	"verify":            (*client).verify,
	"revoke":            (*client).revoke,
	"signOut":           (*client).signOut,
	// Keys are kept until a token names another one.
	"later": func(*client, context.Context, values) (values, error) { return values{}, nil },
}

func main() {
	c := &client{}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if err := answer(c, lines.Bytes()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func answer(c *client, line []byte) error {
	var input values
	if err := json.Unmarshal(line, &input); err != nil {
		return err
	}
	step, known := steps[input.text("step")]
	if !known {
		return fmt.Errorf("no step %q", input.text("step"))
	}
	output, err := step(c, context.Background(), input)
	if err != nil {
		output = values{"error": codeOf(err)}
	}
	return json.NewEncoder(os.Stdout).Encode(output)
}

func codeOf(err error) string {
	var refused *oauth2.RetrieveError
	if errors.As(err, &refused) {
		return refused.ErrorCode
	}
	return err.Error()
}

func (c *client) discover(ctx context.Context, input values) (values, error) {
	provider, err := oidc.NewProvider(ctx, input.text("issuer"))
	if err != nil {
		return nil, err
	}
	if err := provider.Claims(&c.extra); err != nil {
		return nil, err
	}
	c.settings, c.provider = input, provider
	c.config = oauth2.Config{
		ClientID:    input.text("clientId"),
		Endpoint:    provider.Endpoint(),
		RedirectURL: input.text("redirectUri"),
		Scopes:      strings.Fields(input.text("scope")),
	}
	var found struct {
		Issuer string `json:"issuer"`
	}
	err = provider.Claims(&found)
	return values{"issuer": found.Issuer}, err
}

func (c *client) authorize(context.Context, values) (values, error) {
	c.verifier, c.state, c.nonce =
		oauth2.GenerateVerifier(), oauth2.GenerateVerifier(), oauth2.GenerateVerifier()
	challenge := oauth2.S256ChallengeOption(c.verifier)
	return values{"url": c.config.AuthCodeURL(c.state, challenge, oidc.Nonce(c.nonce))}, nil
}

func (c *client) callback(ctx context.Context, input values) (values, error) {
	address, err := url.Parse(input.text("url"))
	if err != nil {
		return nil, err
	}
	query := address.Query()
	if query.Get("state") != c.state {
		return nil, errors.New("another state")
	}
	token, err := c.config.Exchange(ctx, query.Get("code"), oauth2.VerifierOption(c.verifier))
	if err != nil {
		return nil, err
	}
	idToken, err := c.validated(ctx, token)
	if err != nil {
		return nil, err
	}
	if idToken.Nonce != c.nonce {
		return nil, errors.New("another nonce")
	}
	return tokensOf(token, idToken), nil
}

func (c *client) validated(ctx context.Context, token *oauth2.Token) (*oidc.IDToken, error) {
	raw, _ := token.Extra("id_token").(string)
	return c.provider.Verifier(&oidc.Config{ClientID: c.config.ClientID}).Verify(ctx, raw)
}

func tokensOf(token *oauth2.Token, idToken *oidc.IDToken) values {
	return values{
		"accessToken":  token.AccessToken,
		"refreshToken": token.RefreshToken,
		"idToken":      token.Extra("id_token"),
		"subject":      idToken.Subject,
	}
}

func (c *client) userinfo(ctx context.Context, input values) (values, error) {
	source := oauth2.StaticTokenSource(&oauth2.Token{AccessToken: input.text("accessToken")})
	info, err := c.provider.UserInfo(ctx, source)
	if err != nil {
		return nil, err
	}
	if info.Subject != input.text("subject") {
		return nil, errors.New("another subject")
	}
	claims := values{}
	err = info.Claims(&claims)
	return claims, err
}

func (c *client) refresh(ctx context.Context, input values) (values, error) {
	held := &oauth2.Token{RefreshToken: input.text("refreshToken")}
	token, err := c.config.TokenSource(ctx, held).Token()
	if err != nil {
		return nil, err
	}
	idToken, err := c.validated(ctx, token)
	if err != nil {
		return nil, err
	}
	return tokensOf(token, idToken), nil
}

func (c *client) clientCredentials(ctx context.Context, input values) (values, error) {
	style := oauth2.AuthStyleInHeader
	if input.text("method") == "post" {
		style = oauth2.AuthStyleInParams
	}
	service := clientcredentials.Config{
		ClientID:     c.settings.text("serviceId"),
		ClientSecret: c.settings.text("serviceSecret"),
		TokenURL:     c.provider.Endpoint().TokenURL,
		Scopes:       strings.Fields(c.settings.text("serviceScope")),
		AuthStyle:    style,
	}
	token, err := service.Token(ctx)
	if err != nil {
		return nil, err
	}
	return values{"accessToken": token.AccessToken}, nil
}

// Resource servers verify access tokens with the same verifier; the audience is the platform.
func (c *client) verify(ctx context.Context, input values) (values, error) {
	config := &oidc.Config{ClientID: c.settings.text("issuer")}
	token, err := c.provider.Verifier(config).Verify(ctx, input.text("accessToken"))
	if err != nil {
		return nil, err
	}
	return values{"subject": token.Subject}, nil
}

// Neither library revokes tokens; RFC 7009 is one form.
func (c *client) revoke(_ context.Context, input values) (values, error) {
	form := url.Values{"token": {input.text("refreshToken")}, "client_id": {c.config.ClientID}}
	response, err := http.PostForm(c.extra.Revocation, form)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, errors.New(response.Status)
	}
	return values{}, nil
}

// Nor do they sign out; OpenID Connect RP-Initiated Logout is an address.
func (c *client) signOut(_ context.Context, input values) (values, error) {
	query := url.Values{
		"id_token_hint":            {input.text("idToken")},
		"post_logout_redirect_uri": {c.settings.text("postLogoutRedirectUri")},
	}
	return values{"url": c.extra.EndSession + "?" + query.Encode()}, nil
}
