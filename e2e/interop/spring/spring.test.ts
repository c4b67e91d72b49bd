// @module-tag java
import { afterAll, beforeAll, inject, it } from 'vitest'
import type { Applications } from '../applications.ts'
import { begin, stepsBut, type Journey } from '../journey.ts'
import { startWebApp } from '../web-app.ts'

const start = (applications: Applications) =>
  startWebApp(
    [
      'java',
      '-jar',
      inject('javaClient'),
      `--server.port=${new URL(applications.origin).port}`,
      '--server.address=127.0.0.1',
    ],
    applications,
    {
      paths: { login: '/oauth2/authorization/iam', signOut: '/logout' },
      env: {
        ISSUER: applications.issuer,
        CLIENT_ID: applications.clientId,
        SERVICE_ID: applications.serviceId,
        SERVICE_SECRET: applications.serviceSecret,
        SERVICE_SCOPES: applications.serviceScope.replaceAll(' ', ','),
      },
    },
  )

let journey: Journey
beforeAll(async () => {
  journey = await begin(start, {
    callbacks: ['/login/oauth2/code/iam'],
    // Its resource server takes no other type of token by default.
    settings: { accessTokenType: 'JWT' },
  })
})
afterAll(() => journey?.end())

const lacking = { revocation: 'Spring Security forgets tokens and revokes none' }

it.each(stepsBut(lacking))('[IAM-14] [IAM-15] [IAM-17] Spring Security: %s', (step) =>
  journey.take(step),
)
