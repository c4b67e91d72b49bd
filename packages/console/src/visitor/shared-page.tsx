import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageMenu, SchemeMenu } from '../shared/looks.tsx'
import { Panel } from '../shared/page.tsx'
import { BlockSkeleton } from '../shared/skeletons.tsx'
import { ClosedShare } from './closed-share.tsx'
import { PasswordForm } from './password-form.tsx'
import { SharedHead } from './shared-head.tsx'
import { SharedPreview } from './shared-preview.tsx'
import { shareQuery, type Shared } from './shares.ts'
import classes from './visitor.module.css'

/** The page behind a share's address: what it is, the password when it has one, the file. */
export function SharedPage({ token }: { readonly token: string }) {
  const { t } = useTranslation(['visitor', 'common'])
  const share = useQuery(shareQuery(token))
  useEffect(() => {
    document.title = `${share.data?.title ?? t('lead')} · ${t('common:brand')}`
  }, [share.data, t])
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <span className={classes.brand}>
          <img src="/console/mark.svg" alt="" width={26} height={26} />
          {t('common:brand')}
        </span>
        <LanguageMenu />
        <SchemeMenu />
      </header>
      <main className={classes.main}>
        {share.isPending && (
          <Panel>
            <BlockSkeleton />
          </Panel>
        )}
        {share.isError && (
          <Panel>
            <ClosedShare error={share.error} onRetry={() => void share.refetch()} />
          </Panel>
        )}
        {share.isSuccess && <Content token={token} share={share.data} />}
      </main>
    </div>
  )
}

interface Ticket {
  readonly ticket: string
  readonly expiresAt: string
}

function Content({ token, share }: { readonly token: string; readonly share: Shared }) {
  const queries = useQueryClient()
  const [ticket, setTicket] = useState<Ticket>()
  useEndOf(ticket, () => setTicket(undefined))
  const isOpen = !share.passwordRequired || ticket !== undefined
  const opened = isOpen ? { token, ticket: ticket?.ticket } : undefined
  return (
    <>
      <Panel>
        <SharedHead
          share={share}
          opened={opened}
          onFailed={() => void queries.invalidateQueries({ queryKey: ['share', token] })}
        />
        {!isOpen && <PasswordForm token={token} onOpen={setTicket} />}
      </Panel>
      {opened !== undefined && share.allowPreview && (
        <SharedPreview share={share} opened={opened} />
      )}
    </>
  )
}

/** A ticket is good for some minutes; then the password is asked again. */
function useEndOf(ticket: Ticket | undefined, end: () => void): void {
  useEffect(() => {
    if (ticket === undefined) return undefined
    const timer = setTimeout(end, new Date(ticket.expiresAt).getTime() - Date.now())
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the ticket alone sets the time
  }, [ticket])
}
