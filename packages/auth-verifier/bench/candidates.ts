import type { KeyObject } from 'node:crypto'
import { createRequire } from 'node:module'
import { JwtRsaVerifier } from 'aws-jwt-verify'
import { SimpleJwksCache } from 'aws-jwt-verify/jwk'
import { createVerifier as createFastJwtVerifier } from 'fast-jwt'
import buildGetJwks from 'get-jwks'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import jsonwebtoken from 'jsonwebtoken'
import jwksRsa from 'jwks-rsa'
import { createVerifier } from '../src/index.ts'

export interface Target {
  readonly issuer: string
  readonly audience: string
  readonly jwksUrl: string
}

/** A way to verify tokens with a remote key set, set up as its own documentation advises. */
export interface Candidate {
  readonly name: string
  readonly versions: string
  readonly create: (target: Target, cache?: boolean) => (token: string) => Promise<unknown>
  /** The same with the one right key at hand: as fast as it can be, for the benchmark. */
  readonly createWithKey?: (target: Target, key: KeyObject) => (token: string) => unknown
}

// Versions come from the packages that are measured, not from what was asked for.
const require = createRequire(import.meta.url)
const versionOf = (name: string) =>
  (require(`../node_modules/${name}/package.json`) as { readonly version: string }).version
const versions = (...names: string[]) =>
  names.map((name) => `${name} ${versionOf(name)}`).join(', ')

export const ours: Candidate = {
  name: 'auth-verifier',
  versions: 'this repository',
  create: ({ issuer, audience, jwksUrl }, cache = true) =>
    createVerifier({ issuer, audience, jwksUrl, cacheSize: cache ? 5000 : 0 }).verify,
}

export const jose: Candidate = {
  name: 'jose',
  versions: versions('jose'),
  create({ issuer, audience, jwksUrl }) {
    const keys = createRemoteJWKSet(new URL(jwksUrl))
    return (token) => jwtVerify(token, keys, { issuer, audience, algorithms: ['RS256'] })
  },
  createWithKey:
    ({ issuer, audience }, key) =>
    (token) =>
      jwtVerify(token, key, { issuer, audience, algorithms: ['RS256'] }),
}

export const fastJwt: Candidate = {
  name: 'fast-jwt',
  versions: versions('fast-jwt', 'get-jwks'),
  create({ issuer, audience, jwksUrl }, cache = false) {
    const { origin, pathname } = new URL(jwksUrl)
    const keys = buildGetJwks({ issuersWhitelist: [origin], jwksPath: pathname })
    return createFastJwtVerifier({
      key: ({ header }: { readonly header: { readonly alg?: string; readonly kid?: string } }) =>
        keys.getPublicKey({ domain: origin, alg: header.alg ?? '', kid: header.kid ?? '' }),
      algorithms: ['RS256'],
      allowedIss: issuer,
      allowedAud: audience,
      cache,
    })
  },
  createWithKey: ({ issuer, audience }, key) =>
    createFastJwtVerifier({
      key: key.export({ format: 'pem', type: 'spki' }),
      algorithms: ['RS256'],
      allowedIss: issuer,
      allowedAud: audience,
    }),
}

export const awsJwtVerify: Candidate = {
  name: 'aws-jwt-verify',
  versions: versions('aws-jwt-verify'),
  create({ issuer, audience, jwksUrl }) {
    // Its own fetcher speaks https only; this one is as plain.
    const fetcher = { fetch: async (uri: string) => (await fetch(uri)).arrayBuffer() }
    const verifier = JwtRsaVerifier.create(
      { issuer, audience, jwksUri: jwksUrl },
      { jwksCache: new SimpleJwksCache({ fetcher }) },
    )
    return (token) => verifier.verify(token)
  },
}

export const jsonWebToken: Candidate = {
  name: 'jsonwebtoken',
  versions: versions('jsonwebtoken', 'jwks-rsa'),
  create({ issuer, audience, jwksUrl }) {
    const client = jwksRsa({ jwksUri: jwksUrl })
    return (token) =>
      new Promise((resolve, reject) => {
        jsonwebtoken.verify(
          token,
          ({ kid }, done) => {
            client.getSigningKey(kid).then(
              (key) => done(null, key.getPublicKey()),
              (error: Error) => done(error),
            )
          },
          { issuer, audience, algorithms: ['RS256'] },
          (error, claims) => (error === null ? resolve(claims) : reject(error)),
        )
      })
  },
  createWithKey:
    ({ issuer, audience }, key) =>
    (token) =>
      jsonwebtoken.verify(token, key, { issuer, audience, algorithms: ['RS256'] }),
}

export const candidates: readonly Candidate[] = [ours, jose, fastJwt, awsJwtVerify, jsonWebToken]
