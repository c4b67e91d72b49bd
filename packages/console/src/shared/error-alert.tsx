import { Alert } from '@mantine/core'
import { ErrorCode, ErrorHint, ErrorTitle } from './error-state.tsx'
import { Icon } from './icon.tsx'

/** A refusal inside a form or above a list, where the rest of the page still makes sense. */
export function ErrorAlert({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined) return null
  return (
    <Alert
      color="red"
      role="alert"
      icon={<Icon name="alert" />}
      title={<ErrorTitle error={error} />}
    >
      <ErrorHint error={error} />
      <ErrorCode error={error} />
    </Alert>
  )
}
