import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorAlert } from '../page/error-alert.tsx'

/** Fields, what was refused, and the button that sends them; Enter in a field sends them as well. */
export function Form(props: {
  readonly children: ReactNode
  /** What the button says. */
  readonly submit: string
  readonly isRunning: boolean
  readonly error: unknown
  /** Nobody who may only read is offered the button. */
  readonly mayWrite: boolean
  readonly onSubmit: () => void
  /** Stands before the button, such as a way to remove what is edited. */
  readonly aside?: ReactNode
}) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        props.onSubmit()
      }}
    >
      <Stack>
        {props.children}
        <ErrorAlert error={props.error} />
        {props.mayWrite && (
          <Group justify={props.aside === undefined ? 'flex-start' : 'space-between'}>
            {props.aside}
            <Button type="submit" loading={props.isRunning}>
              {props.submit}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}
