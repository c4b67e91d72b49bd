import { Button, Menu, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay, useMe } from '../../me/me.ts'
import { ConfirmDialog } from '../../shared/form/confirm-dialog.tsx'
import { Icon } from '../../shared/icon.tsx'
import { notifyDone } from '../../shared/toasts/notify.ts'
import { useTranslation } from '../../text/i18n.ts'
import { actionsFor } from './allowed-actions.ts'
import { JumpDialog } from './jump-dialog.tsx'
import { actOnInstance, type InstanceAction, type ProcessInstance } from './queries.ts'

interface Props {
  readonly instance: ProcessInstance
  readonly onChanged: () => void
}

const dangerous: ReadonlySet<InstanceAction> = new Set(['withdraw', 'terminate'])
const needsReason: ReadonlySet<InstanceAction> = new Set(['terminate', 'suspend', 'resume'])

const mayJump: ReadonlySet<ProcessInstance['status']> = new Set(['RUNNING', 'RETURNED'])

/** What the initiator, or an administrator, can do to the whole approval. */
export function InstanceActions({ instance, onChanged }: Props) {
  const { t } = useTranslation('approvals')
  const me = useMe()
  const isAdministrator = useMay('bpm:instance:admin')
  const [asked, setAsked] = useState<InstanceAction>()
  const [isJumping, setIsJumping] = useState(false)
  const { own, administrative } = actionsFor(instance, { userId: me.id, isAdministrator })
  return (
    <>
      {own.map((action) => (
        <Button key={action} variant="default" onClick={() => setAsked(action)}>
          {t(`action.${action}`)}
        </Button>
      ))}
      {administrative.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<Icon name="down" size={16} />}>
              {t('action.intervene')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {administrative.map((action) => (
              <Menu.Item key={action} onClick={() => setAsked(action)}>
                {t(`action.${action}`)}
              </Menu.Item>
            ))}
            {mayJump.has(instance.status) && (
              <Menu.Item onClick={() => setIsJumping(true)}>{t('action.jump')}</Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {isJumping && (
        <JumpDialog instance={instance} onClose={() => setIsJumping(false)} onChanged={onChanged} />
      )}
      {asked !== undefined && (
        <ActionDialog
          key={asked}
          instance={instance}
          action={asked}
          onClose={() => setAsked(undefined)}
          onChanged={onChanged}
        />
      )}
    </>
  )
}

function ActionDialog(props: Props & { readonly action: InstanceAction; onClose: () => void }) {
  const { t } = useTranslation('approvals')
  const { instance, action } = props
  const [reason, setReason] = useState('')
  const act = useMutation({
    mutationFn: () => actOnInstance(instance.id, action, reason.trim()),
    onSuccess: () => {
      notifyDone(t(`done.${action}`))
      props.onChanged()
      props.onClose()
    },
  })
  const required = needsReason.has(action)
  return (
    <ConfirmDialog
      opened
      title={t(`action.${action}`)}
      text={t(`confirm.${action}`, { title: instance.title })}
      confirm={t(`action.${action}`)}
      danger={dangerous.has(action)}
      isRunning={act.isPending}
      error={act.error}
      onConfirm={() => {
        if (!required || reason.trim() !== '') act.mutate()
      }}
      onClose={props.onClose}
    >
      {action !== 'resubmit' && (
        <Textarea
          data-autofocus
          label={t(required ? 'field.reason' : 'field.comment')}
          required={required}
          autosize
          minRows={2}
          maxLength={4000}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  )
}
