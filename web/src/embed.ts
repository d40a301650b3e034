/** The page that other sites show in a frame. It is read-only, so clickjacking changes nothing. */

import { speech } from '$lib/i18n.svelte'
import { lettersReady } from '$lib/letters'
import { readSpot } from '$lib/routes'
import { mount } from 'svelte'
import './app.css'
import './board-themes.css'
import Viewer from './components/viewer/Viewer.svelte'

const target = document.getElementById('app')
if (!target) throw new Error('embed.html has no #app')

// In a foreign frame the system's theme counts, not the one chosen on the full page.
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = (): void => {
  document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light'
}
dark.addEventListener('change', follow)
follow()

// Unchecked, as in the address: the server reports an invalid id.
const [, , id = '', study, chapter] = location.pathname.split('/')

/** What shows a study is loaded only for one. */
async function show(shown: HTMLElement): Promise<void> {
  await Promise.all([speech.ready, lettersReady()])
  if (id !== 'study' || study === undefined) mount(Viewer, { target: shown, props: { id, spot: readSpot(location.search) } })
  else {
    const { default: StudyViewer } = await import('./components/viewer/StudyViewer.svelte')
    mount(StudyViewer, { target: shown, props: { id: study, chapter: chapter ?? null } })
  }
}

void show(target)
