import { cursorReader } from '@countersign/service-kit/cursor'

/** Reads the cursor of a list; it says `cursor` of a wrong one, where the other services say more. */
export const readCursor = cursorReader({ code: 'cursor', detail: 'not a cursor of this list' })
