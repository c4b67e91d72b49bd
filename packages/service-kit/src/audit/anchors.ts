import type { App } from '../http/app.ts'
import type { Logger } from '../process/log.ts'
import { pollLoop } from '../process/poll-loop.ts'
import type { Worker } from '../process/serve.ts'
import { kidOf, publicKeyOf } from '../signing/ed25519.ts'
import type { AnchorStore } from './anchor-store.ts'
import { signHeads, type AuditedService, type Head } from './heads.ts'
import { openAnchors } from './open-anchors.ts'
import { addAuditState } from './state.ts'
import type { AnchorSettings } from './settings.ts'

const HEADS_AT_ONCE = 1_000

export interface AnchorDeps {
  readonly app: App
  readonly log: Logger
  readonly now: () => Date
  readonly config: AnchorSettings
  readonly service: AuditedService
  /** The ends of all chains of the service, as committed. */
  readonly readHeads: () => Promise<readonly Head[]>
}

/**
 * Signs the heads that moved and adds them to another place, on a schedule. Any number of processes may
 * do it: each anchors what is true. A place that is away makes the service degraded, not unready, and
 * is tried again.
 */
export function anchorWorker(deps: AnchorDeps): Worker {
  const { app, config, log, service } = deps
  const { AUDIT_ANCHOR: address, AUDIT_SIGNING_KEY: seed, AUDIT_ANCHOR_SECONDS: seconds } = config
  if (address === undefined || seed === undefined) {
    return async () =>
      log.info('no AUDIT_ANCHOR: whoever owns the database can shorten or rewrite the audit unseen')
  }
  const state = addAuditState(app, 'anchor', { lateAfterSeconds: 3 * seconds + 30 })
  const anchor = createAnchoring({ ...deps, seed, open: () => openAnchors(config, address) })
  return (signal) => {
    const publicKey = publicKeyOf(seed)
    log.info({ publicKey, kid: kidOf(publicKey) }, 'heads of the audit are signed and anchored')
    const round = () => state.watch(anchor)
    return pollLoop({ name: `${service} anchors`, idleMs: seconds * 1_000, signal, log, round })
  }
}

/** One round: anchors the heads that moved since the last. */
export function createAnchoring({
  service,
  now,
  seed,
  readHeads,
  open,
}: Pick<AnchorDeps, 'service' | 'now' | 'readHeads'> & {
  readonly seed: string
  readonly open: () => Promise<AnchorStore>
}): () => Promise<number> {
  const anchored = new Map<string | undefined, number>()
  let store: AnchorStore | undefined
  return async () => {
    const all = await readHeads()
    const moved = all.filter(({ tenantId, number }) => anchored.get(tenantId) !== number)
    store ??= await open()
    for (let at = 0; at < moved.length; at += HEADS_AT_ONCE) {
      const heads = moved.slice(at, at + HEADS_AT_ONCE)
      await store.add(service, signHeads(seed, { service, at: now().toISOString(), heads }))
      for (const { tenantId, number } of heads) anchored.set(tenantId, number)
    }
    // Heads that come meanwhile are for the next round.
    return 0
  }
}
