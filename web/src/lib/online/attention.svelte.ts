/** Whether the user is looking at the page. */

class Attention {
  away = $state(document.hidden)

  constructor() {
    document.addEventListener('visibilitychange', () => (this.away = document.hidden))
  }
}

export const attention = new Attention()
