import { randomBytes } from 'node:crypto'
import type { DrillStorage } from '../platform/storage.ts'
import type { DrilledService } from '../platform/instance.ts'
import { startDirectory, type Directory } from './directory.ts'
import { startOpenIdProvider, type OpenIdProvider } from './openid-provider.ts'
import { startCollector, startMailServer, type Outsider } from './outside.ts'

/** Those outside of the platform to whom services show a secret. */
export interface Neighbours {
  readonly directory: Directory
  readonly openid: OpenIdProvider
  /** Settings of a service at its start, with first secrets. */
  readonly settingsAtFirst: (
    storage: DrillStorage,
  ) => Promise<(service: DrilledService) => NodeJS.ProcessEnv>
  /** Draws second secrets, which are good from now on, beside the first. */
  readonly addSecond: (
    storage: DrillStorage,
  ) => Promise<(service: DrilledService) => NodeJS.ProcessEnv>
  /** From now on the first are refused. */
  readonly removeFirst: (storage: DrillStorage) => Promise<void>
  /** Second secrets with which nothing came, and how often a first was shown after its end. */
  readonly findUnused: () => readonly string[]
  readonly stop: () => Promise<void>
}

const senders: readonly DrilledService[] = ['iam', 'bpm']
const draw = () => randomBytes(20).toString('hex')

export async function startNeighbours(): Promise<Neighbours> {
  const [directory, openid, mail, collector] = [
    await startDirectory(),
    await startOpenIdProvider(),
    await startMailServer(),
    await startCollector(),
  ]
  const outsiders: Readonly<Record<string, Outsider>> = { mail, collector }
  const [first, second] = [draw(), draw()]
  const admit = (secret: string) => {
    for (const outsider of Object.values(outsiders)) outsider.admit(secret)
  }
  const settingsWith =
    (secret: string, anchors: NodeJS.ProcessEnv) => (service: DrilledService) => ({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.urlFor(secret),
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${encodeURIComponent(`Bearer ${secret}`)}`,
      // Enough to see that they come.
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.05',
      ...(senders.includes(service) ? { SMTP_URL: mail.urlFor(secret) } : {}),
      ...(service === 'gateway' ? {} : anchors),
      ...(service === 'iam' ? { FEDERATION_ORIGINS: `${directory.url},${openid.issuer}` } : {}),
    })
  return {
    directory,
    openid,
    async settingsAtFirst(storage) {
      admit(first)
      return settingsWith(first, await storage.addAnchorUser('anchors'))
    },
    async addSecond(storage) {
      admit(second)
      return settingsWith(second, await storage.addAnchorUser('anchors-b'))
    },
    async removeFirst(storage) {
      for (const outsider of Object.values(outsiders)) outsider.dismiss(first)
      await storage.removeUser('anchors')
    },
    findUnused: () =>
      Object.entries(outsiders).flatMap(([name, { takenWith, refusals }]) => [
        ...(takenWith(second) === 0 ? [`${name}: nothing came with the second secret`] : []),
        ...(refusals() > 0 ? [`${name}: ${refusals()} times a secret was refused`] : []),
      ]),
    async stop() {
      await Promise.all([directory.stop(), openid.stop(), mail.stop(), collector.stop()])
    },
  }
}
