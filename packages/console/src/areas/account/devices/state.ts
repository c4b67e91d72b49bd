import type { Ability } from '../../../push/device.ts'

/** How it stands with notices on this device. */
export type DeviceState = 'unsupported' | 'unavailable' | 'blocked' | 'off' | 'on'

/** The first reason for which this device is not told; what only the person changes comes last. */
export function stateOf(
  devices: {
    readonly applicationServerKey: string | null
    readonly items: readonly { readonly endpointHash: string }[]
  },
  own: { readonly ability: Ability; readonly hash: string | null },
): DeviceState {
  if (devices.applicationServerKey === null) return 'unavailable'
  if (own.ability !== 'able') return own.ability
  return devices.items.some(({ endpointHash }) => endpointHash === own.hash) ? 'on' : 'off'
}
