import { speech } from '$lib/i18n.svelte'
import { lettersReady } from '$lib/letters'
import { router } from '$lib/router.svelte'
import { keepOffline } from '$lib/service-worker'
import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import './board-themes.css'
import { screenOf } from './screens'

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no #app')

// No await at the top: what is loaded here may need this file itself.
async function start(app: HTMLElement): Promise<void> {
  const { route } = router
  const [Screen] = await Promise.all([screenOf(route), speech.ready, lettersReady()])
  mount(App, { target: app, props: { first: { route, Screen } } })
}

void start(target)
keepOffline()
