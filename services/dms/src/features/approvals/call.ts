// Longer than registration, update and call together may take: until then a REQUESTED binding
// belongs to the process that is calling.
const CALL_SECONDS = 30

export const callUntil = (now: Date) => new Date(now.getTime() + CALL_SECONDS * 1000)
