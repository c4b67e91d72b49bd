import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { iam, unwrap } from '../../../api/clients.ts'
import { useMay } from '../../../me/me.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { notifyBroken, notifyDone, notifyProblem } from '../../../shared/toasts/notify.ts'
import { useTranslation } from '../../../text/i18n.ts'
import type { Provider } from '../queries.ts'

/** Tries it, takes it out of use or back, and removes it. */
export function ProviderActions({ provider }: { readonly provider: Provider }) {
  const { t } = useTranslation('administration')
  const mayWrite = useMay('iam:federation:write')
  const [isRemoving, setIsRemoving] = useState(false)
  const { id, status, revision } = provider
  const params = { path: { id } }
  const check = useChange({
    key: ['iam', 'providers', id],
    change: () => unwrap(iam.POST('/api/iam/v1/identity-providers/{id}/check', { params })),
    onDone: ({ reachable, problem }) => {
      if (reachable) notifyDone(t('providers.works'))
      else notifyBroken(t('providers.broken'), problem ?? undefined)
    },
  })
  const isActive = status === 'active'
  const change = useChange({
    key: ['iam', 'providers'],
    done: t('done'),
    change: () =>
      unwrap(
        iam.PATCH('/api/iam/v1/identity-providers/{id}', {
          params,
          body: { status: isActive ? 'disabled' : 'active', revision },
        }),
      ),
  })
  if (!mayWrite) return null
  return (
    <>
      <Button
        variant="default"
        loading={check.isPending}
        onClick={() => check.mutate(undefined, { onError: notifyProblem })}
      >
        {t('providers.check')}
      </Button>
      <Button
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate(undefined, { onError: notifyProblem })}
      >
        {t(isActive ? 'providers.disable' : 'providers.enable')}
      </Button>
      <Button variant="default" onClick={() => setIsRemoving(true)}>
        {t('remove')}
      </Button>
      {isRemoving && <RemoveDialog provider={provider} onClose={() => setIsRemoving(false)} />}
    </>
  )
}

function RemoveDialog(props: { readonly provider: Provider; readonly onClose: () => void }) {
  const { t } = useTranslation('administration')
  const navigate = useNavigate()
  const { id, name } = props.provider
  const remove = useChange({
    key: ['iam', 'providers'],
    done: t('done'),
    change: async () => {
      await unwrap(iam.DELETE('/api/iam/v1/identity-providers/{id}', { params: { path: { id } } }))
      // Its page has nothing left to read.
      await navigate({ to: '/identity-providers', ignoreBlocker: true })
    },
  })
  return (
    <ConfirmDialog
      opened
      danger
      title={t('providers.removeTitle', { name })}
      text={t('providers.removeText')}
      confirm={t('remove')}
      isRunning={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
      onClose={props.onClose}
    />
  )
}
