import { Button, Group, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { ErrorAlert } from '../shared/page/error-alert.tsx'
import { useTranslation } from '../text/i18n.ts'
import { type Opened, unlockShare } from './shares.ts'

/** Asks for the password of a share. */
export function PasswordForm(props: {
  /** With the ticket of before, whoever reads on stays the same visitor. */
  readonly held: Opened
  readonly onOpen: (ticket: Awaited<ReturnType<typeof unlockShare>>) => void
}) {
  const { t } = useTranslation('visitor')
  const [password, setPassword] = useState('')
  const unlock = useMutation({
    mutationFn: () => unlockShare(props.held, password),
    onSuccess: props.onOpen,
  })
  const known = wordsFor(unlock.error)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        unlock.mutate()
      }}
    >
      <Group align="flex-start" mt="lg">
        <PasswordInput
          label={t('password')}
          description={t('passwordHint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          error={known === undefined ? undefined : t(known)}
          required
          autoComplete="off"
          maw="22rem"
          flex="1 1 14rem"
        />
        <Button type="submit" loading={unlock.isPending} mt="1.6rem">
          {t('unlock')}
        </Button>
      </Group>
      {known === undefined && <ErrorAlert error={unlock.error} />}
    </form>
  )
}

function wordsFor(error: unknown): 'passwordWrong' | 'throttled' | undefined {
  if (!(error instanceof ApiProblem)) return undefined
  if (error.code === 'dms.share_password_wrong') return 'passwordWrong'
  return error.code === 'dms.share_throttled' ? 'throttled' : undefined
}
