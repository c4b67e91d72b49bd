import { useTranslation } from 'react-i18next'
import { Link, Route, Switch } from 'wouter'
import { isEmbedded } from './embedded.ts'
import { CreatePage } from './pages/create.tsx'
import { DetailPage } from './pages/detail.tsx'
import { ListPage } from './pages/list.tsx'
import { useServices } from './services.ts'
import { chooseLanguage, currentLanguage } from './text/i18n.ts'

export function App() {
  return (
    <>
      {!isEmbedded && <Header />}
      <main className="page">
        <Switch>
          <Route path="/new" component={CreatePage} />
          <Route path="/expenses/:id">{({ id }) => <DetailPage key={id} id={id} />}</Route>
          <Route component={ListPage} />
        </Switch>
      </main>
    </>
  )
}

function Header() {
  const { session } = useServices()
  const { t } = useTranslation()
  const other = currentLanguage() === 'en' ? 'zh-CN' : 'en'
  return (
    <header className="top">
      <Link href="/" className="brand">
        <img src="/mark.svg" alt="" width="28" height="28" />
        {t('title')}
      </Link>
      <span className="who">{session.user.name}</span>
      <button type="button" className="quiet" onClick={() => chooseLanguage(other)} lang={other}>
        {t('language')}
      </button>
      <button type="button" className="quiet" onClick={() => void session.signOut()}>
        {t('signOut')}
      </button>
    </header>
  )
}
