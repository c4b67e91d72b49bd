export {
  createClient,
  type BpmService,
  type Client,
  type DmsService,
  type IamService,
} from './client.ts'
export { download, type Download, type DownloadOptions } from './download.ts'
export { type Fault, NoAnswer, NoToken, type ProblemBody, ProblemError } from './errors.ts'
export type { Bytes } from './operation.ts'
export type { BaseUrl, CallOptions, ClientOptions, KeyedCallOptions } from './options.ts'
export { itemsOf, type List, type Page, pagesOf } from './pages.ts'
export { decideRetry, pause, readRetryAfter, type RetrySettings } from './retry.ts'
export {
  clientCredentials,
  type ClientCredentialsOptions,
  type TokenRequest,
  type TokenSource,
} from './tokens.ts'
export type { UploadContent } from './upload/content.ts'
export {
  type Uploaded,
  UploadEnded,
  type UploadOptions,
  type UploadProgress,
} from './upload/upload-options.ts'
export { upload } from './upload/upload.ts'
