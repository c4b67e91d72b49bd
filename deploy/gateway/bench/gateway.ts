// The gateway as it ships, before one service that stands for all three.
import { createVerifier } from '@countersign/auth-verifier'
import { createLogger } from '@countersign/service-kit/log'
import { buildApp } from '../src/app.ts'

const { PORT, UPSTREAM: service = '', ISSUER: issuer = '', JWKS: jwksUrl = '' } = process.env
const app = await buildApp({
  log: createLogger({ service: 'gateway', level: 'info' }),
  verifier: createVerifier({ issuer, jwksUrl }),
  baseUrl: 'https://platform.example',
  services: { iam: service, bpm: service, dms: service },
  backends: [],
})
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
