import { Button, Menu } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { dms, unwrap } from '../../api/clients.ts'
import { may, useMe } from '../../me/me.ts'
import { ConfirmDialog } from '../../shared/form/confirm-dialog.tsx'
import { Icon } from '../../shared/icon.tsx'
import { notifyProblem } from '../../shared/toasts/notify.ts'
import { MoreMenu } from '../../shared/menu/more-menu.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { isLockedFor } from './locked.ts'
import { openDownload } from './open-download.ts'
import { PropertiesDialog } from './properties-dialog.tsx'
import type { DmsDocument } from './queries.ts'

type Dialog = 'properties' | 'trash' | 'purge'

/** What can be done with the whole document; what this person may not do is not in the menu. */
export function DocumentActions({ document }: { readonly document: DmsDocument }) {
  const { t } = useTranslation('documents')
  const [dialog, setDialog] = useState<Dialog>()
  const { currentVersionId, rights = [] } = document
  const change = useDocumentChange(document)
  const ask = (next: Dialog) => {
    // What was refused before is not the dialog's.
    change.reset()
    setDialog(next)
  }
  const close = () => setDialog(undefined)
  return (
    <>
      {currentVersionId !== null && rights.includes('download') && (
        <Button
          variant="default"
          leftSection={<Icon name="download" size={18} />}
          onClick={() => void openDownload(currentVersionId).catch(notifyProblem)}
        >
          {t('action.download')}
        </Button>
      )}
      <DocumentMenu
        document={document}
        onChange={(asked) => change.mutate(asked, { onError: notifyProblem })}
        onAsk={ask}
      />
      {dialog === 'properties' && <PropertiesDialog document={document} onClose={close} />}
      {(dialog === 'trash' || dialog === 'purge') && (
        <ConfirmDialog
          opened
          danger
          title={t(`${dialog}.title`)}
          text={t(`${dialog}.text`, { title: document.title })}
          confirm={t(`action.${dialog}`)}
          isRunning={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate(dialog)}
          onClose={close}
        />
      )}
    </>
  )
}

function DocumentMenu(props: {
  readonly document: DmsDocument
  readonly onChange: (change: 'checkOut' | 'restore') => void
  readonly onAsk: (dialog: Dialog) => void
}) {
  const { t } = useTranslation('documents')
  const { document, onChange, onAsk } = props
  const me = useMe()
  const { rights = [], status, lock } = document
  const mayChange = may(me, 'dms:document:write') && !isLockedFor(me, lock)
  const writes = mayChange && rights.includes('write')
  const manages = mayChange && rights.includes('manage')
  if (!writes && !manages) return null
  return (
    <MoreMenu label={t('action.more')}>
      {writes && status === 'ACTIVE' && (
        <>
          <Menu.Item onClick={() => onAsk('properties')}>{t('action.edit')}</Menu.Item>
          {lock === undefined && (
            <Menu.Item onClick={() => onChange('checkOut')}>{t('action.checkOut')}</Menu.Item>
          )}
        </>
      )}
      {manages && status === 'ACTIVE' && (
        <Menu.Item color="var(--console-bad)" onClick={() => onAsk('trash')}>
          {t('action.trash')}
        </Menu.Item>
      )}
      {manages && status === 'TRASHED' && (
        <>
          <Menu.Item onClick={() => onChange('restore')}>{t('action.restore')}</Menu.Item>
          <Menu.Item color="var(--console-bad)" onClick={() => onAsk('purge')}>
            {t('action.purge')}
          </Menu.Item>
        </>
      )}
    </MoreMenu>
  )
}

type Change = 'trash' | 'purge' | 'restore' | 'checkOut'

function useDocumentChange({ id }: DmsDocument) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (change: Change) => {
      await request(id, change)
      return change
    },
    onSuccess: async (change) => {
      // What is gone is not read again.
      if (change === 'trash' || change === 'purge') {
        await navigate({ to: '/documents', ignoreBlocker: true })
      }
      await queries.invalidateQueries({ queryKey: ['dms', 'documents'] })
    },
  })
}

function request(documentId: string, change: Change): Promise<unknown> {
  const params = { path: { documentId } }
  switch (change) {
    case 'trash':
      return unwrap(dms.DELETE('/api/dms/documents/{documentId}', { params }))
    case 'purge': {
      const query = { purge: true }
      return unwrap(dms.DELETE('/api/dms/documents/{documentId}', { params: { ...params, query } }))
    }
    case 'restore':
      return unwrap(dms.POST('/api/dms/documents/{documentId}/restore', { params }))
    case 'checkOut': {
      const body = { reason: 'checked out' }
      return unwrap(dms.POST('/api/dms/documents/{documentId}/lock', { params, body }))
    }
  }
}
