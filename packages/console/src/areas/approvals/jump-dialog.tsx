import { Alert, Button, Checkbox, MultiSelect, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../shared/form/confirm-dialog.tsx'
import { useMissing } from '../../shared/form/use-missing.ts'
import { ErrorAlert } from '../../shared/page/error-alert.tsx'
import { notifyDone } from '../../shared/toasts/notify.ts'
import { useTranslation } from '../../text/i18n.ts'
import { placesOf } from './jump-places.ts'
import { diagramQuery, jumpInstance, type Jumped, type ProcessInstance } from './queries.ts'

interface Props {
  readonly instance: ProcessInstance
  readonly onClose: () => void
  readonly onChanged: () => void
}

type Preview = NonNullable<Jumped['jump']>

/** Moves an approval to one node of each branch, once it has been seen what comes of it. */
export function JumpDialog(props: Props) {
  const { t } = useTranslation('approvals')
  const [said, setSaid] = useState<Said>({ to: [], reason: '', force: false })
  const { look, jump } = useJump(props, said)
  const preview = look.data?.jump
  const isSaid = said.to.length > 0 && said.reason.trim() !== ''
  const isForceMissing = preview?.allowed === false && !said.force
  const { within, isTold, tell } = useMissing<HTMLDivElement>()
  const missing = isTold ? t('common:state.missing') : undefined
  const change = (next: Partial<Said>) => {
    setSaid((before) => ({ ...before, ...next }))
    if (next.to !== undefined) look.reset()
  }
  const asked: Asked = { said, missing, onChange: change }
  return (
    <ConfirmDialog
      opened
      title={t('action.jump')}
      text={t('confirm.jump', { title: props.instance.title })}
      confirm={t('action.jump')}
      danger={preview?.allowed === false}
      isRunning={jump.isPending}
      error={jump.error ?? look.error}
      onConfirm={() => {
        if (!isSaid || isForceMissing) tell()
        else if (preview === undefined) look.mutate()
        else jump.mutate()
      }}
      onClose={props.onClose}
    >
      <Stack ref={within}>
        <WhereAndWhy {...asked} instanceId={props.instance.id} />
        <Button
          variant="default"
          loading={look.isPending}
          disabled={!isSaid}
          onClick={() => look.mutate()}
        >
          {t('jump.look')}
        </Button>
        {preview !== undefined && <JumpPreview preview={preview} />}
        {preview?.allowed === false && <Force {...asked} />}
      </Stack>
    </ConfirmDialog>
  )
}

interface Said {
  readonly to: string[]
  readonly reason: string
  readonly force: boolean
}

function useJump({ instance, onChanged, onClose }: Props, { to, reason, force }: Said) {
  const { t } = useTranslation('approvals')
  const said = { to, reason: reason.trim() }
  const look = useMutation({
    mutationFn: () => jumpInstance(instance.id, { ...said, dryRun: true }),
  })
  const jump = useMutation({
    mutationFn: () => jumpInstance(instance.id, force ? { ...said, force } : said),
    onSuccess: () => {
      notifyDone(t('done.jump'))
      onChanged()
      onClose()
    },
  })
  return { look, jump }
}

interface Asked {
  readonly said: Said
  /** What is to be said where something is missing. */
  readonly missing: string | undefined
  readonly onChange: (next: Partial<Said>) => void
}

function Force({ said, missing, onChange }: Asked) {
  const { t } = useTranslation('approvals')
  return (
    <Checkbox
      label={t('jump.force')}
      checked={said.force}
      error={!said.force && missing}
      onChange={({ currentTarget }) => onChange({ force: currentTarget.checked })}
    />
  )
}

function WhereAndWhy(props: Asked & { readonly instanceId: string }) {
  const { t } = useTranslation('approvals')
  const { said, missing, onChange } = props
  const diagram = useQuery(diagramQuery(props.instanceId))
  return (
    <>
      <MultiSelect
        label={t('jump.to')}
        description={t('jump.toHint')}
        data={[...placesOf(diagram.data?.bpmnXml ?? '')]}
        value={said.to}
        error={said.to.length === 0 && missing}
        searchable
        required
        onChange={(to) => onChange({ to })}
      />
      <ErrorAlert error={diagram.error} />
      <Textarea
        label={t('field.reason')}
        required
        autosize
        minRows={2}
        maxLength={1000}
        value={said.reason}
        error={said.reason.trim() === '' && missing}
        onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
      />
    </>
  )
}

function JumpPreview({ preview }: { readonly preview: Preview }) {
  const { t } = useTranslation('approvals')
  const { ends, opens, stranded, unproven, unvoted, status } = preview
  return (
    <div role="status">
      <Places title={t('jump.ends')} places={ends} />
      <Places title={t('jump.opens')} places={opens} />
      {opens.length === 0 && (
        <Text size="sm">{t('jump.nowhere', { status: t(`common:status.${status}`) })}</Text>
      )}
      {stranded.length > 0 && (
        <Alert color="red" mt="sm">
          {t('jump.stranded', { joins: stranded.map(({ name }) => name).join(', ') })}
        </Alert>
      )}
      {unproven && (
        <Alert color="red" mt="sm">
          {t('jump.unproven')}
        </Alert>
      )}
      {unvoted && (
        <Alert color="red" mt="sm">
          {t('jump.unvoted')}
        </Alert>
      )}
    </div>
  )
}

function Places(props: { readonly title: string; readonly places: Preview['opens'] }) {
  const { t } = useTranslation('approvals')
  if (props.places.length === 0) return null
  return (
    <>
      <Text size="sm" fw={600}>
        {props.title}
      </Text>
      <ul>
        {props.places.map(({ node, people, taskNo }) => (
          <li key={taskNo ?? node.id}>
            {node.name}: {people.map(({ name }) => name).join(', ') || t('preview.nobody')}
          </li>
        ))}
      </ul>
    </>
  )
}
