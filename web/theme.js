// Before the first paint: the theme that was chosen here. Without a choice the system decides.
{
  const theme = localStorage.getItem('ddz.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
}
