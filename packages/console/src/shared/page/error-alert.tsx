import { Alert, List } from '@mantine/core'
import { ApiProblem } from '../../api/problem.ts'
import { Icon } from '../icon.tsx'
import { ErrorCode, ErrorHint, ErrorTitle } from './error-state.tsx'
import { kindOf } from './error-words.ts'
import { SignInAgain } from './sign-in-again.tsx'

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
      <Faults error={error} />
      <ErrorCode error={error} />
      {kindOf(error) === 'ended' && <SignInAgain />}
    </Alert>
  )
}

/** Each fault of the request with its place in it, where no field can show it. */
function Faults({ error }: { readonly error: unknown }) {
  const faults = error instanceof ApiProblem ? (error.body.errors ?? []) : []
  if (faults.length === 0) return null
  return (
    <List size="sm">
      {faults.map(({ pointer, detail }) => (
        <List.Item key={`${pointer} ${detail}`}>
          <code>{pointer}</code> {detail}
        </List.Item>
      ))}
    </List>
  )
}
