// SPDX-License-Identifier: MIT
// embed.html?preset=NAME&theme=dark&controls as an iframe of another page.
const flock = document.createElement('covey-flock');
for (const [name, value] of new URLSearchParams(location.search))
  if (['preset', 'theme', 'speed', 'controls'].includes(name)) flock.setAttribute(name, value);
document.body.append(flock);
