import { readVersion } from '@countersign/service-kit/serve'

export const version = readVersion(import.meta.url)
