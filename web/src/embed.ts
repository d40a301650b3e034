/** The page that other sites show in a frame. It holds nothing that acts: whoever is made to click here changes nothing. */

import { readSpot } from '$lib/routes'
import { mount } from 'svelte'
import './app.css'
import Viewer from './components/viewer/Viewer.svelte'

const target = document.getElementById('app')
if (!target) throw new Error('embed.html has no #app')

// In the frame of somebody else only the system's wish counts, not what was chosen at the full page.
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = (): void => {
  document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light'
}
dark.addEventListener('change', follow)
follow()

// As it stands in the address: the server says what is wrong with one that is no game's.
const id = location.pathname.split('/')[2] ?? ''

export default mount(Viewer, { target, props: { id, spot: readSpot(location.search) } })
