import type { Logger } from '@countersign/service-kit/log'
import type { Sealer } from '@countersign/service-kit/sealing'
import type { ServiceTokens } from '@countersign/service-kit/service-token'
import type { DeliveryOutcome } from '../../core/delivery.ts'
import type { Database } from '../../db/schema.ts'

/** What the delivery of events is given. */
export interface DeliveryDeps {
  readonly db: Database
  readonly log: Logger
  readonly now: () => Date
  /** Origins that the deployment allows in every tenant. */
  readonly callbackOrigins: readonly string[]
  /** Whose lists may name private addresses: also those of tenants, or `callbackOrigins` alone, as when left out. */
  readonly privateCallbacks?: 'listed' | 'deployment'
  /** The platform's base URL: events say in `ce-source` where they come from. */
  readonly publicUrl: string
  /** Tokens of the workflow service's own client. */
  readonly serviceTokens: ServiceTokens
  /** Seals the event signing keys with KEY_ENCRYPTION_KEY. */
  readonly sealer: Sealer
  /** Certificates in PEM that are trusted beside the public ones. */
  readonly callbackCa?: string
  /** Told how long each lane was due before it was taken. */
  readonly onTaken?: (waitedSeconds: number) => void
  /** Told of each attempt that was recorded. */
  readonly onAttempt?: (outcome: DeliveryOutcome) => void
  /** Told, once, of each dead letter: an instance whose delivery was given up. What it throws is logged. */
  readonly onBlocked?: (blocked: BlockedDelivery) => void | Promise<void>
}

/** A dead letter: the instance hears nothing more until somebody redelivers. */
export interface BlockedDelivery {
  readonly tenantId: string
  readonly instanceId: string
  readonly bizType: string
  readonly eventId: string
  readonly outcome: DeliveryOutcome
  readonly httpStatus: number | null
}
