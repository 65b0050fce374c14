// Asks for this page every two seconds, and shows the messages that came since. What somebody opened stays open.
setInterval(async () => {
  if (document.hidden) return
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => null)
  if (!answer?.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const shown = document.getElementById('sms')
  const next = page.getElementById('sms')
  if (!shown || !next) return
  for (const group of next.querySelectorAll('details'))
    group.open = document.getElementById(group.id)?.open ?? group.open
  if (shown.innerHTML !== next.innerHTML) shown.innerHTML = next.innerHTML
}, 2_000)
