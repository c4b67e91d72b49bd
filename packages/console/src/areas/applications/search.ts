import { dropEmpty } from '../../shared/form/drop-empty.ts'

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'BLOCKED'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** What the address of the deliveries says. */
export interface DeliverySearch {
  readonly status?: DeliveryStatus
  readonly bizType?: string
  readonly instance?: string
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text can be the id of an approval; anything else the service would refuse. */
export const isId = (text: string): boolean => uuid.test(text)

/** Reads an address that anybody may have typed: what makes no sense is left out. */
export function readDeliverySearch(raw: Readonly<Record<string, unknown>>): DeliverySearch {
  const { bizType, instance } = raw
  return dropEmpty({
    status: deliveryStatuses.find((known) => known === raw['status']),
    bizType: typeof bizType === 'string' ? bizType.slice(0, 64) : undefined,
    instance: typeof instance === 'string' && isId(instance) ? instance : undefined,
  })
}
