import { createVerifier } from '@countersign/auth-verifier'
import { createLogger } from '@countersign/service-kit/log'
import { createTestIssuer } from '@countersign/test-kit/tokens'
import { onTestFinished } from 'vitest'
import type { GatewayOptions } from '../app.ts'
import { startUpstream } from './upstreams.ts'

/** One service behind the gateway that stands for all three, and what a gateway before it is told; both end with the test. */
export async function gatewayOptions() {
  const issuer = await createTestIssuer()
  const upstream = await startUpstream()
  onTestFinished(async () => {
    await Promise.all([upstream.close(), issuer.close()])
  })
  const options: GatewayOptions = {
    log: createLogger({ service: 'gateway', level: 'silent' }),
    verifier: createVerifier({ issuer: issuer.issuer, jwksUrl: issuer.jwksUrl }),
    baseUrl: 'https://platform.example',
    services: { iam: upstream.url, bpm: upstream.url, dms: upstream.url },
    backends: [],
  }
  return { upstream, issuer, options }
}
