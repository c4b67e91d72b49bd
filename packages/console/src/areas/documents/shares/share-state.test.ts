import { expect, it } from 'vitest'
import type { Share } from '../queries.ts'
import { stateOf } from './share-state.ts'

const now = '2026-11-21T12:00:00.000Z'
const before = '2026-11-21T11:59:59.999Z'
const after = '2026-11-21T12:00:00.001Z'

const live = {
  revokedAt: null,
  validFrom: null,
  validUntil: null,
  maxDownloads: null,
  downloadCount: 0,
  viewCount: 0,
  allowDownload: true,
  restsBecause: null,
}

it.each([
  ['without limits', {}, 'live'],
  ['until later', { validUntil: after }, 'live'],
  ['until this very moment', { validUntil: now }, 'live'],
  ['until a moment ago', { validUntil: before }, 'over'],
  ['from a moment ago', { validFrom: before }, 'live'],
  ['from later', { validFrom: after }, 'later'],
  ['with downloads left', { maxDownloads: 2, downloadCount: 1 }, 'live'],
  ['without downloads left', { maxDownloads: 2, downloadCount: 2 }, 'usedUp'],
  ['for no download at all', { maxDownloads: 0 }, 'usedUp'],
  ['to look at, with views left', { allowDownload: false, maxDownloads: 1 }, 'live'],
  [
    'to look at, without views left',
    { allowDownload: false, maxDownloads: 1, viewCount: 1 },
    'usedUp',
  ],
  ['that its maker could not make now', { restsBecause: 'right_missing' }, 'resting'],
  ['that is over as well', { restsBecause: 'right_missing', validUntil: before }, 'over'],
  // What was ended by hand says so, whatever else is true of it.
  ['that was revoked', { revokedAt: before, validUntil: before, maxDownloads: 0 }, 'revoked'],
  ['that is over and used up', { validUntil: before, maxDownloads: 0 }, 'over'],
] as const)('a share %s is %s', (_, changes, state) => {
  // Nothing else of a share matters to its state.
  expect(stateOf({ ...live, ...changes } as unknown as Share, now)).toBe(state)
})
